import { expect, test } from 'vitest'
import { countsOfPlaywright, countsOfVitest, judge, lastLine } from './test-counts.ts'

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

test('passed and failed tests of all stages are added up', () => {
  const stages = [
    { passed: 4, failed: 0, skipped: 0 },
    { passed: 10, failed: 2, skipped: 3 },
  ]
  expect(lastLine(stages)).toBe('14 passed, 2 failed')
})

test('a stage in which nothing ran has failed', () => {
  expect(judge({ passed: 0, failed: 0, skipped: 7 }, 0).failed).toBe(1)
})

test('a runner that leaves no report has failed', () => {
  expect(judge(undefined, 0).failed).toBe(1)
})

test('a runner that ends badly although every test passed has failed', () => {
  expect(judge({ passed: 5, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
})

test('failed tests are not counted twice when the runner says so by its exit code too', () => {
  expect(judge({ passed: 5, failed: 2, skipped: 0 }, 1).failed).toBe(2)
})

test('a test file that does not load is one failure beside the tests of the others', () => {
  const report = { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(countsOfVitest(report)).toEqual({ passed: 5, failed: 1, skipped: 0 })
})

test('an error outside of stories is a failure; a story that passed when told again is none', () => {
  const report = { stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 }, errors: [{}] }
  expect(countsOfPlaywright(report)).toEqual({ passed: 4, failed: 1, skipped: 0 })
})
