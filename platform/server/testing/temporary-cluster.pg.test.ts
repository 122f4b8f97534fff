import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from './temporary-cluster.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})
const keep = (folder: string) => {
  made.push(folder)
  return folder
}

test.each(['/tmp', '/dev/shm'].filter(existsSync))('what a killed run left in %s is gone with the next', place => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const left = keep(`${place}/qitao-test-${ended}-left`)
  const atWork = keep(`${place}/qitao-test-${process.pid}-at-work`)
  for (const folder of [left, atWork]) mkdirSync(folder)
  keep(temporaryFolder())
  expect([existsSync(left), existsSync(atWork)]).toEqual([false, true])
})

test('who measures is on the disk', () => {
  expect(dirname(keep(temporaryFolder({ onDisk: true })))).toBe('/tmp')
})
