import type { Call, In } from '@qitao/core/call.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { TestApp, TestCompany, TestMember } from '../test-app.ts'

/** One rule of the specification with its positive and its negative example, in a company of its own. */
export function rule(app: TestApp, says: `R-${string}`, examples: (company: TestCompany) => Promise<void>): void {
  test(says, { timeout: 120_000 }, async () => examples(await app.company()))
}

/** The negative example: answers this number. */
export async function refused<I extends z.ZodType, O extends z.ZodType>(
  member: TestMember,
  call: Call<I, O>,
  input: In<Call<I, O>>,
  error: ErrorDefinition,
): Promise<void> {
  const { code, message } = await member.send(call, input)
  expect({ code, message }).toMatchObject({ code: error.code })
}
