import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const firstPauseMs = 500
const longestPauseMs = 30_000
/** A server that has stood for so long has not come to grief at its start. */
const soundMs = 60_000
/** A server that is told to end, and does not. */
const mostEndingMs = 20_000

/**
 * Runs the program and starts it again whenever it ends by itself, with growing pauses; resolves to the exit code when it has
 * been told to end. A program that never got ready says why itself: starting it again would not help.
 */
export async function supervise(program: string, words: readonly string[] = []): Promise<number> {
  let child: ChildProcess | undefined
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    child?.kill('SIGTERM')
    setTimeout(() => child?.kill('SIGKILL'), mostEndingMs).unref()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)

  let wasReady = false
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const began = Date.now()
    child = spawn(process.execPath, [program, ...words], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    child.once('message', () => {
      wasReady = true
    })
    const [code, signal] = await ended(child)
    if (isEnding) return code ?? 1
    // It was stopped, or has done what it was asked for.
    if (code === 0) return 0
    if (!wasReady) return code ?? 1
    if (Date.now() - began > soundMs) pauseMs = firstPauseMs
    console.error(
      `The server has ended (${signal ?? `exit code ${code}`}; the log says why). It starts again in ${pauseMs / 1000} s.`,
    )
    await wait(pauseMs)
    if (isEnding) return 1
  }
}

const ended = (child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> =>
  new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code, signal) => done([code, signal]))
  })
