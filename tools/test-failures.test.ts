import { expect, test } from 'vitest'
import {
  failuresOfPlaywright,
  failuresOfVitest,
  filesToTryAgain,
  toldOf,
  triedAgain,
  unsteadyOfPlaywright,
} from './test-failures.ts'

const passed = { status: 'passed', fullName: 'fine', failureMessages: [] }
const failed = { status: 'failed', fullName: 'the books balance', failureMessages: ['expected 1 to be 2'] }

test('a failed test is named with its file and what it said; one that passed is not', () => {
  const report = {
    testResults: [{ name: '/q/a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] }],
  }
  expect(failuresOfVitest(report)).toEqual([
    { file: '/q/a.test.ts', name: 'the books balance', message: 'expected 1 to be 2' },
  ])
})

test('a file that does not load is named with its reason', () => {
  const report = {
    testResults: [{ name: '/q/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
  }
  expect(failuresOfVitest(report)).toEqual([
    { file: '/q/a.test.ts', name: 'the file itself', message: 'no such module' },
  ])
})

test('a failed story is named with what it stands in, and an error outside of stories; one that passed when told again is unsteady', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'a.story.ts',
    tests: [{ status, results: [{ errors: [{ message: `why ${title}` }] }] }],
  })
  const report = {
    suites: [
      {
        title: 'a.story.ts',
        specs: [spec('one', 'expected'), spec('two', 'flaky')],
        suites: [{ title: 'in zh', specs: [spec('three', 'unexpected')] }],
      },
    ],
    errors: [{ message: 'no browser' }],
  }
  expect(unsteadyOfPlaywright(report)).toEqual([{ file: 'a.story.ts', name: 'two', message: 'why two' }])
  expect(failuresOfPlaywright(report)).toEqual([
    { file: 'a.story.ts', name: 'in zh three', message: 'why three' },
    { file: 'stories', name: 'outside of a story', message: 'no browser' },
  ])
})

test('what is told is short, without colours and without the folder of the tree', () => {
  const message = `\x1b[31mfirst\x1b[39m\n\n${Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n')}`
  const lines = toldOf([{ file: '/q/a.test.ts', name: 'one', message }], '/q').split('\n')
  expect(lines.slice(0, 3)).toEqual(['FAILED a.test.ts > one', '    first', '    line 0'])
  expect(lines).toHaveLength(13)
})

test('of the way to a failure only our own places are told', () => {
  const message = 'wrong\n    at /q/a.test.ts:2:40\n    at file:///q/node_modules/vitest/run.js:1:1'
  const told = toldOf([{ file: 'a', name: 'one', message }])
  expect(told.split('\n')).toEqual(['FAILED a > one', '    wrong', '        at /q/a.test.ts:2:40'])
})

test('of very many failures the first are told, and how many more there are', () => {
  const failures = Array.from({ length: 43 }, (_, at) => ({ file: 'a', name: String(at), message: '' }))
  expect(toldOf(failures).split('\n').at(-1)).toBe('and 3 more')
})

test('what stood on the page is told where the focus was and what it said', () => {
  const attachments = [
    { name: 'screenshot', path: '/p.png' },
    { name: 'error-context', path: '/p.md' },
  ]
  const spec = {
    title: 'one',
    file: 'a.story.ts',
    tests: [{ status: 'unexpected', results: [{ errors: [{ message: 'why' }], attachments }] }],
  }
  const told = toldOf(failuresOfPlaywright({ suites: [{ title: 'a.story.ts', specs: [spec] }] }), '', file =>
    file === '/p.md'
      ? '- main:\n  - alert: Somebody was before you\n  - button "Save" [active] [ref=e1]\n  - text: long'
      : '',
  )
  expect(told.split('\n').slice(2)).toEqual([
    '    on the page: - alert: Somebody was before you',
    '    on the page: - button "Save" [active] [ref=e1]',
  ])
})

const fell = (name: string, file = '/q/a.test.ts') => ({ file, name, message: `why ${name}` })

test('a few tests that fell are tried again by their files; a runner that broke and a run of many failures are not', () => {
  expect(filesToTryAgain([fell('one'), fell('two'), fell('three', '/q/b.test.ts')])).toEqual([
    '/q/a.test.ts',
    '/q/b.test.ts',
  ])
  expect(filesToTryAgain([])).toEqual([])
  expect(filesToTryAgain([fell('one'), fell('its last words', 'the runner')])).toEqual([])
  expect(filesToTryAgain(Array.from({ length: 6 }, (_, at) => fell(String(at))))).toEqual([])
})

test('what passes when tried again is unsteady; what falls again, or only then, has failed', () => {
  const first = { counts: { passed: 10, failed: 2, skipped: 1 }, failures: [fell('one'), fell('two')] }
  const second = { counts: { passed: 3, failed: 2, skipped: 0 }, failures: [fell('two'), fell('three')] }
  expect(triedAgain(first, second)).toEqual({
    counts: { passed: 10, failed: 2, skipped: 1 },
    failures: [fell('two'), fell('three')],
    unsteady: [fell('one')],
  })
  const steady = { counts: { passed: 4, failed: 0, skipped: 0 }, failures: [] }
  expect(triedAgain(first, steady)).toMatchObject({
    counts: { passed: 12, failed: 0 },
    unsteady: [fell('one'), fell('two')],
  })
})
