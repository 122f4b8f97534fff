// Reads how many tests ran out of the reports of the runners, and adds stages up. Pure.

export type Counts = { passed: number; failed: number; skipped: number }

/**
 * Counts of a stage from what its runner reported and how it ended. A runner that ended badly without a failed test
 * (a file that does not load, a broken set-up) counts as one failure, and so does a stage in which nothing ran.
 */
export function judge(counts: Counts | undefined, exitCode: number): Counts {
  const seen = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const hasSilentFailure = seen.failed === 0 && (exitCode !== 0 || seen.passed === 0)
  return hasSilentFailure ? { ...seen, failed: 1 } : seen
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** A file that failed without a single test in it is a failure of its own. */
export function countsOfVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors?: unknown[]
}

/** A story that passes only when told again has passed; that it is unsteady is told beside the counts. */
export function countsOfPlaywright({ stats, errors = [] }: PlaywrightReport): Counts {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped }
}

export function lastLine(stages: readonly Counts[]): string {
  const sum = (of: 'passed' | 'failed') => stages.reduce((total, stage) => total + stage[of], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed`
}
