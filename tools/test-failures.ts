// Reads out of the reports of the runners what failed and why: where only the end of an output is kept, it says all. Pure.
import { stripVTControlCharacters } from 'node:util'

export type Failure = { file: string; name: string; message: string }

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
type Spec = { title: string; file: string; tests: { status: string; results: { errors: StoryError[] }[] }[] }
type PlaywrightReport = { suites: Suite[]; errors?: StoryError[] }

const wordsOf = ({ message, stack, value }: StoryError) => message ?? stack ?? value ?? ''

export function failuresOfPlaywright({ suites, errors = [] }: PlaywrightReport): Failure[] {
  // The outermost title is the file's name, which stands for itself.
  const within = ({ specs = [], suites: inner = [] }: Suite, above: string[]): Failure[] => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => ({
          file,
          name: [...above, title].join(' '),
          message: results.flatMap(result => result.errors.map(wordsOf)).join('\n'),
        })),
    ),
    ...inner.flatMap(suite => within(suite, [...above, suite.title])),
  ]
  return [
    ...suites.flatMap(suite => within(suite, [])),
    ...errors.map(error => ({ file: 'stories', name: 'outside of a story', message: wordsOf(error) })),
  ]
}

const most = { lines: 12, failures: 40, width: 300 }

const isPlace = (line: string) => line.trimStart().startsWith('at ')

/** What a person reads at the end of a run: a line of each failed test, and the first lines of what it said. */
export function toldOf(failures: readonly Failure[], root = ''): string {
  const told = failures.slice(0, most.failures).map(({ file, name, message }) => {
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter(line => line.trim() !== '' && !(isPlace(line) && line.includes('node_modules')))
      .slice(0, most.lines)
      .map(line => `    ${line.slice(0, most.width)}`)
    return [`FAILED ${file.replace(`${root}/`, '')} > ${name}`, ...lines].join('\n')
  })
  const more = failures.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
