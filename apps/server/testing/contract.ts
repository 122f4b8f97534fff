import { setTimeout as wait } from 'node:timers/promises'
import type { Call, Envelope, In, Out } from '@qitao/core/call.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { expectNotAnnounced } from './announced.ts'
import { fingerprint } from './fingerprint.ts'
import { pagesWithout, type TestApp, type TestCompany } from './test-app.ts'

/**
 * The four cases that every call has: good, refused, a member without the right, a member of another company; and no
 * sign-in. `set` makes what the call needs in a fresh company and answers its inputs.
 */
export interface ContractCase<C extends Call, S> {
  readonly set: (company: TestCompany) => Promise<S>
  readonly good: (set: S) => In<C>
  readonly check?: (data: Out<C>, set: S, company: TestCompany) => void | Promise<void>
  /** Inputs that must be refused, each with the catalogue code it must answer. Raw, so that bad shapes can be sent. */
  readonly refused: (set: S) => readonly (readonly [what: string, input: unknown, error: ErrorDefinition])[]
  /**
   * What another company's member gets for the good input: a refusal, or an answer that must not hold anything of ours.
   */
  readonly foreign: ErrorDefinition | ((answer: Envelope<Out<C>>, set: S) => void)
}

export function contract<I extends z.ZodType, O extends z.ZodType, S>(
  app: TestApp,
  call: Call<I, O>,
  of: ContractCase<Call<I, O>, S>,
): void {
  test(`${call.path}: good`, async () => {
    const company = await app.company()
    const set = await of.set(company)
    const data = await company.admin.ok(call, of.good(set))
    await of.check?.(data, set, company)
  })
  // What is refused changes nothing, as is proved: all of it is asked in one company.
  const made = async () => {
    const company = await app.company()
    const set = await of.set(company)
    const member = await company.member(pagesWithout(call))
    await quiet(app, company)
    return { company, set, member, books: await fingerprint(app, company) }
  }
  let scene: ReturnType<typeof made> | undefined
  const untouched = () => (scene ??= made())
  test(`${call.path}: refused, in both languages, and nothing is changed`, async () => {
    const { company, set, books } = await untouched()
    for (const [what, input, error] of of.refused(set)) {
      for (const language of ['zh', 'en'] as const) {
        const answer = await expectNotAnnounced(app, company, () =>
          app.raw(call.path, input, company.admin.token, call.method, language),
        )
        expect({ what, code: answer.code, message: answer.message }).toMatchObject({ what, code: error.code })
        expect(/[\u4e00-\u9fff]/.test(answer.message), `${what}: ${answer.message}`).toBe(language === 'zh')
      }
      expect(await fingerprint(app, company), what).toBe(books)
    }
  })
  test(`${call.path}: without the right, without sign-in, from another company`, async () => {
    const { company, set, member, books } = await untouched()
    const nobody = await app.raw(call.path, of.good(set), undefined, call.method)
    if (call.grantedBy !== 'public') expect(nobody.code).toBe(5256)
    if (Array.isArray(call.grantedBy)) {
      const answer = await expectNotAnnounced(app, company, () => member.send(call, of.good(set)))
      expect(answer.code).toBe(call.withoutRight?.code ?? 5011)
    }
    const stranger = (await app.company()).admin
    const answer = await expectNotAnnounced(app, company, () => stranger.send(call, of.good(set)))
    if (typeof of.foreign === 'function') of.foreign(answer, set)
    else expect({ code: answer.code, message: answer.message }).toMatchObject({ code: of.foreign.code })
    expect(await fingerprint(app, company)).toBe(books)
  })
}

/** Jobs that were begun before would be taken for what a refused call has done: they end first, save those that are not to. */
async function quiet({ database }: TestApp, { org_id }: TestCompany): Promise<void> {
  for (const end = Date.now() + 2_000; Date.now() < end; await wait(20)) {
    const { rowCount } = await database.pool.query(
      'select from job where org_id = $1 and status = any($2) and due_time <= epoch_now() limit 1',
      [org_id, [jobStatus.codes.queued, jobStatus.codes.running]],
    )
    if (rowCount === 0) return
  }
}
