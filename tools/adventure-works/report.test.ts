import { expect, test } from 'vitest'
import { reporter } from './report.ts'

test('a count that is not what went in breaks a promise', () => {
  const lines: string[] = []
  const report = reporter(line => lines.push(line))
  report.count('materials', 504, 504)
  expect(report.broken()).toEqual([])
  report.count('units', 38, 37)
  report.promise(true, 'kept')
  expect(report.broken()).toEqual(['units: 38 in, 37 stored'])
  expect(lines.join('\n')).toContain('BROKEN units')
})
