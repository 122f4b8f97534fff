/*
 * `npm start`: builds the web where needed, runs the server and starts it again should it ever end by itself.
 *   PORT           3000
 *   HOST           127.0.0.1
 *   DATA_DIR       ./data, holds the embedded database and uploaded files
 *   DATABASE_URL   a PostgreSQL of your own instead of the embedded one
 *   DEMO_PASSWORD  password of DEMO / admin on the first start; otherwise one is made and shown
 */
import './require-node-24.js'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'
import { supervise } from './supervise.ts'

class StartProblem extends Error {}

const server = fileURLToPath(new URL('../apps/server/main.ts', import.meta.url))

try {
  await refuseBusyPort()
  buildWeb()
  process.exit(await supervise(server, process.argv.slice(2)))
} catch (error) {
  // What a person can put right is told in words; anything else is our fault and shows where.
  console.error(error instanceof StartProblem ? error.message : error)
  process.exit(1)
}

async function refuseBusyPort(): Promise<void> {
  const port = Number(process.env.PORT ?? 3000)
  const host = process.env.HOST ?? '127.0.0.1'
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartProblem(`PORT is ${process.env.PORT}; it has to be a number from 1 to 65535.`)
  const problem = await new Promise<NodeJS.ErrnoException | undefined>(done => {
    const probe = createServer().once('error', done)
    probe.listen(port, host, () => probe.close(() => done(undefined)))
  })
  if (problem?.code === 'EADDRINUSE')
    throw new StartProblem(
      `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    )
  if (problem) throw new StartProblem(`The server cannot listen on ${host}:${port}: ${problem.message}`)
}
