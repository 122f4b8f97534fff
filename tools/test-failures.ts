// Reads out of the reports of the runners what failed and why: where only the end of an output is kept, it says all. Pure.
import { stripVTControlCharacters } from 'node:util'
import type { Counts } from './test-counts.ts'

/** `page`: the file in which the runner has written down what stood on the page. */
export type Failure = { file: string; name: string; message: string; page?: string }

/** `unsteady`: what passed only when it was tried again. */
export type Outcome = { counts: Counts; failures: Failure[]; unsteady?: Failure[] }

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

/** A file that does not load has no test to name: it is named itself. */
export function failuresOfVitest({ testResults }: VitestReport): Failure[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter(test => test.status === 'failed')
      .map(test => ({ file, name: test.fullName, message: (test.failureMessages ?? []).join('\n') }))
    return status === 'failed' && assertionResults.length === 0 ? [{ file, name: 'the file itself', message }] : failed
  })
}

type StoryError = { message?: string; stack?: string; value?: string }
type Suite = { title: string; specs?: Spec[]; suites?: Suite[] }
type Result = { errors: StoryError[]; attachments?: { name: string; path?: string }[] }
type Spec = { title: string; file: string; tests: { status: string; results: Result[] }[] }
type PlaywrightReport = { suites: Suite[]; errors?: StoryError[] }

const wordsOf = ({ message, stack, value }: StoryError) => message ?? stack ?? value ?? ''

export const failuresOfPlaywright = (report: PlaywrightReport): Failure[] => [
  ...storiesThatAre('unexpected', report),
  ...(report.errors ?? []).map(error => ({ file: 'stories', name: 'outside of a story', message: wordsOf(error) })),
]

/** Stories that passed only when they were told again. */
export const unsteadyOfPlaywright = (report: PlaywrightReport): Failure[] => storiesThatAre('flaky', report)

function storiesThatAre(status: 'unexpected' | 'flaky', { suites }: PlaywrightReport): Failure[] {
  // The outermost title is the file's name, which stands for itself.
  const within = ({ specs = [], suites: inner = [] }: Suite, above: string[]): Failure[] => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(test => test.status === status)
        .map(({ results }) => {
          const page = results.flatMap(of => of.attachments ?? []).find(({ name }) => name === 'error-context')?.path
          return {
            file,
            name: [...above, title].join(' '),
            message: results.flatMap(result => result.errors.map(wordsOf)).join('\n'),
            ...(page ? { page } : {}),
          }
        }),
    ),
    ...inner.flatMap(suite => within(suite, [...above, suite.title])),
  ]
  return suites.flatMap(suite => within(suite, []))
}

/** The files of which a test is tried once more: a few that fell are, a run that is broken is not. */
export function filesToTryAgain(failures: readonly Failure[]): string[] {
  const isFew = failures.length <= most.triedAgain && failures.every(({ file }) => file.includes('.test.'))
  return isFew ? [...new Set(failures.map(({ file }) => file))] : []
}

/** What fell in both runs has failed, and so has what fell only in the second; what fell only in the first is unsteady. */
export function triedAgain(first: Outcome, second: Outcome): Outcome {
  const keyOf = ({ file, name }: Failure) => `${file} > ${name}`
  const still = new Set(second.failures.map(keyOf))
  const unsteady = first.failures.filter(failure => !still.has(keyOf(failure)))
  const { passed, failed, skipped } = first.counts
  return {
    counts: { passed: passed + failed - second.counts.failed, failed: second.counts.failed, skipped },
    failures: second.failures,
    unsteady,
  }
}

/** Of a written-down page what tells most: where the focus was, and what the page said to whoever was before it. */
export function tellingOf(page: string): string[] {
  const lines = page.split('\n').map(line => line.trim())
  return lines
    .filter(line => /\[active\]|^- (alert|status|dialog|alertdialog|button "[^"]*" \[disabled\])/.test(line))
    .slice(0, most.pageLines)
}

const most = { lines: 12, failures: 40, width: 300, pageLines: 8, triedAgain: 5 }

const isPlace = (line: string) => line.trimStart().startsWith('at ')

/** What a person reads at the end of a run: a line of each failed test, the first lines of what it said, and what was on its page. */
export function toldOf(failures: readonly Failure[], root = '', pageOf: (file: string) => string = () => ''): string {
  const told = failures.slice(0, most.failures).map(({ file, name, message, page }) => {
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter(line => line.trim() !== '' && !(isPlace(line) && line.includes('node_modules')))
      .slice(0, most.lines)
      .map(line => `    ${line.slice(0, most.width)}`)
    const seen = tellingOf(page ? pageOf(page) : '').map(line => `    on the page: ${line.slice(0, most.width)}`)
    return [`FAILED ${file.replace(`${root}/`, '')} > ${name}`, ...lines, ...seen].join('\n')
  })
  const more = failures.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
