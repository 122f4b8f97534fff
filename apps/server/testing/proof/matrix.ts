import type { AnyCall, Envelope } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isWhole, turnOf } from '@qitao/platform/server/testing/slice.ts'
import { allPages, operatorPages } from '@qitao/site/model/pages.ts'
import type { FastifyInstance } from 'fastify'
import { fingerprint } from '../fingerprint.ts'
import type { TestApp, TestCompany } from '../test-app.ts'
import { generator, inputOf, type Json, schemaOf } from './inputs.ts'
import { ask, type Books, builtCalls, idsOf } from './scene.ts'

/**
 * Who may use what: every call for every kind of member, against what the call declares. A refused input stands for "has the
 * right": the right is looked at before the input, and an unknown field is refused by every call.
 */
const wrongInput = { 'no such field': 1 }
const { loginNeeded, noPermission, roleInvalid } = generalErrors

type Kind =
  | 'nobody'
  | 'stopped'
  | 'without the right'
  | 'with one of its pages'
  | 'with every page'
  | 'of own workgroups'
  | 'administrator'
interface Person {
  readonly kind: Kind
  readonly token: string | undefined
  readonly pages: readonly string[]
}

export async function people(app: TestApp, company: TestCompany): Promise<readonly Person[]> {
  const paths = allPages.map(({ path }) => path)
  const member = async (kind: Kind, pages: readonly string[]): Promise<Person> => ({
    kind,
    pages,
    token: (await company.member(pages.map(path => ({ path })))).token,
  })
  const stopped = await company.member(allPages)
  await app.database.pool.query('update app_user set status = 0 where id = $1', [stopped.user_id])
  const leader = await company.member(allPages)
  await app.database.pool.query(
    'update app_permission set data_scope = 20 where role_id in (select role_id from user_role where user_id = $1)',
    [leader.user_id],
  )
  const sets = new Set(builtCalls.map(call => pathsOf(call).join()))
  return [
    { kind: 'nobody', token: undefined, pages: [] },
    { kind: 'stopped', token: stopped.token, pages: paths },
    await member('with every page', paths),
    { kind: 'of own workgroups', token: leader.token, pages: paths },
    { kind: 'administrator', token: company.admin.token, pages: paths },
    ...(await Promise.all(paths.map(path => member('with one of its pages', [path])))),
    ...(await Promise.all(
      [...sets].map(set =>
        member(
          'without the right',
          paths.filter(path => !set.split(',').includes(path)),
        ),
      ),
    )),
  ]
}
const pathsOf = (call: AnyCall): string[] =>
  typeof call.grantedBy === 'string' ? [] : call.grantedBy.map(({ path }) => path)

/** Each cell that differs from the declaration, as one line. */
export async function differingCells(
  http: FastifyInstance,
  persons: readonly Person[],
  calls: readonly AnyCall[] = builtCalls,
): Promise<{ cells: number; wrong: string[] }> {
  const wrong: string[] = []
  let cells = 0
  for (const call of calls) {
    for (const person of persons) {
      if (!concerns(call, person)) continue
      cells++
      const { code } = await ask(http, call, wrongInput, person.token)
      const right = isRight(call, person, code)
      if (!right) wrong.push(`${call.path}: ${person.kind} (${person.pages.length} pages) got ${code}`)
    }
  }
  return { cells, wrong }
}
function concerns(call: AnyCall, { kind, pages }: Person): boolean {
  const granting = pathsOf(call)
  if (kind === 'with one of its pages') return pages.some(path => granting.includes(path))
  if (kind === 'without the right')
    return (
      granting.length > 0 &&
      pages.length === allPages.length - granting.length &&
      !pages.some(path => granting.includes(path))
    )
  return true
}
function isRight(call: AnyCall, { kind }: Person, code: number): boolean {
  if (call.grantedBy === 'public') return ![loginNeeded.code, noPermission.code, 404, 500].includes(code)
  if (kind === 'nobody') return code === loginNeeded.code
  if (kind === 'stopped') return code === loginNeeded.code || code === roleInvalid.code
  // No company has it but the one that runs the installation.
  const isOperators =
    call.grantedBy !== 'signed_in' && pathsOf(call).every(path => operatorPages.some(one => one.path === path))
  if (isOperators || kind === 'without the right') return code === (call.withoutRight ?? noPermission).code
  if (kind === 'of own workgroups' && call.acrossWorkgroups === 'refused') return code === noPermission.code
  return ![200, loginNeeded.code, roleInvalid.code, noPermission.code, call.withoutRight?.code, 404, 500].includes(code)
}

/**
 * Every call as another company's administrator, with the ids of the company's books: an answer with a row of them, or a
 * change in them, is a hole.
 */
export async function leaks(
  app: TestApp,
  http: FastifyInstance,
  {
    owner,
    stranger,
    books,
    calls = builtCalls,
    everyTable = 1,
  }: {
    owner: TestCompany
    stranger: TestCompany
    books: Books
    calls?: readonly AnyCall[]
    /** Ids of each so-many-th table are tried in a call, of all of them over the calls, and over the runs of all in each. */
    everyTable?: number
  },
): Promise<{ asked: number; found: string[] }> {
  const random = generator(7)
  const every = isWhole ? 1 : everyTable
  const turn = turnOf('tables', every)
  const found: string[] = []
  let asked = 0
  const before = await fingerprint(app, owner)
  for (const [index, call] of calls.entries()) {
    if (endsTheStranger.test(call.path)) continue
    for (const input of inputsFor(call, books, random, (_, table) => (index + table + turn) % every === 0)) {
      asked++
      const answer = await ask(http, call, input, stranger.admin.token)
      if (holdsRowOf(answer, books, input)) {
        found.push(`${call.path} answers rows of another company`)
        break
      }
    }
  }
  const after = await fingerprint(app, owner)
  if (after !== before) {
    const was = new Set(before.split('\n'))
    found.push(
      `changed: ${after
        .split('\n')
        .filter(line => !was.has(line))
        .join(', ')}`,
    )
  }
  return { asked, found }
}
/** Calls after which the stranger could ask nothing more. */
const endsTheStranger = /logout|sign_out|update_user_company/

function* inputsFor(
  call: AnyCall,
  books: Books,
  random: () => number,
  isTried: (list: readonly string[], table: number) => boolean,
): Generator<Json> {
  const schema = schemaOf(call)
  for (let tries = 0; tries < 3; tries++) yield inputOf(schema, random, idsOf(books, random))
  // `id` alone does not say of what: one of each table.
  if (!JSON.stringify(schema).includes('"uuid"')) return
  for (const list of [...books.ids.values()].filter(isTried)) yield inputOf(schema, random, () => list[0]!)
}
function holdsRowOf({ data }: Envelope, { all, mark }: Books, input: Json): boolean {
  if (data === null) return false
  const text = JSON.stringify(data)
  if (text.includes(mark)) return true
  const sent = JSON.stringify(input)
  return all.some(id => text.includes(id) && !sent.includes(id))
}
