// How much one member who sends as much as possible slows a member of another company.
//   npm run bench:fairness

import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { userInfo } from '@qitao/access/model/session/session.calls.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { withServer } from './bench-server.ts'

const greedyConnections = 50
const calls = 300

const greedyProgram = (address: string, token: string): string => `
const headers = { authorization: '${token}', 'content-type': 'application/json' }
for (let one = 0; one < ${greedyConnections}; one++) void (async () => {
  for (;;) await (await fetch('${address}', { method: 'POST', headers, body: '{}' })).arrayBuffer()
})()`

await withServer(async ({ url, org_id, other_org_id, fill }) => {
  const member = async (org: string): Promise<string> => {
    const [token, id] = [randomUUID(), randomUUID()]
    await fill(
      org,
      `with made as (insert into app_user (org_id, id, account, name, password_hash, is_admin) values ($1, $2::uuid, $2, 'x', 'none', true) returning id)
       insert into session (token_hash, org_id, user_id, expire_time) select $3, $1, id, epoch_now() + 86400 from made`,
      id,
      createHash('sha256').update(token).digest('hex'),
    )
    return token
  }
  const [greedy, other] = [await member(org_id), await member(other_org_id)]
  for (const org of [org_id, other_org_id])
    await fill(
      org,
      `insert into process (org_id, id, code, name) select $1, gen_random_uuid(), n, n from generate_series(1, 100) n`,
    )
  const ask = async (path: string, token: string): Promise<number> => {
    const began = performance.now()
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: '{}',
    })
    await answer.arrayBuffer()
    return performance.now() - began
  }
  const paths = [userInfo.path, processCalls.list.path]
  const measure = async (): Promise<number[]> => {
    const times: number[] = []
    for (let count = 0; count < calls; count++) {
      times.push(await ask(paths[count % paths.length]!, other))
      await wait(5)
    }
    return times.toSorted((a, b) => a - b)
  }
  const told = (times: number[]) =>
    `p50 ${times[calls >> 1]!.toFixed(1)} ms, p99 ${times[Math.floor(calls * 0.99)]!.toFixed(1)} ms`
  await measure()
  const alone = await measure()
  // In a process of its own: what it does with 50 answers must not be measured.
  const storm = spawn(
    process.execPath,
    ['--input-type=module', '-e', greedyProgram(url + processCalls.list.path, greedy)],
    {
      stdio: 'ignore',
    },
  )
  await wait(1_000)
  const beside = await measure()
  storm.kill()
  console.log(`alone: ${told(alone)}`)
  console.log(`beside ${greedyConnections} connections of one member of another company: ${told(beside)}`)
  console.log(`times ${(beside[calls >> 1]! / alone[calls >> 1]!).toFixed(1)}`)
})
