import type { AnyCall } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { titleOf } from '@qitao/core/record.ts'
import { type ErrorDefinition, Refusal, type RefusalData } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { z } from 'zod'

/** A bad input becomes a refusal that names the field, the row (from 1) and the remedy. */
export function inputRefusal(call: AnyCall, error: z.ZodError): Refusal {
  const issue = error.issues[0]
  if (!issue) return new Refusal(generalErrors.badParameter)
  const { definition, data } = meaningOf(issue)
  return new Refusal(definition, { ...place(call, issue.path), ...data })
}

type Issue = z.core.$ZodIssue

/** What an issue of a schema means to people. */
export function meaningOf(issue: Issue): { definition: ErrorDefinition; data?: RefusalData } {
  if (issue.code === 'custom' && issue.params?.error) {
    const { error, data } = issue.params as { error: ErrorDefinition; data?: RefusalData }
    return { definition: error, data }
  }
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.slice(0, 5).map(key => key.slice(0, 50))
    const names = [...unknown, ...(issue.keys.length > unknown.length ? ['…'] : [])].join(', ')
    return {
      definition: generalErrors.badParameter,
      data: {
        field: unknown[0],
        detail: text(`未知字段 ${names}`, `Unknown field ${names}`),
      },
    }
  }
  if (issue.input === undefined || issue.input === null || issue.input === '')
    return { definition: generalErrors.fieldRequired }
  if (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int'))
    return { definition: generalErrors.numberRequired }
  if (issue.code === 'invalid_union' && acceptsNumbers(issue)) return { definition: generalErrors.numberRequired }
  return { definition: generalErrors.badParameter, data: { detail: remedy(issue) } }
}

const acceptsNumbers = (issue: Extract<Issue, { code: 'invalid_union' }>): boolean =>
  issue.errors.flat().some(inner => inner.code === 'invalid_type' && inner.expected === 'number')

function remedy(issue: Issue): Text | undefined {
  if (issue.code === 'too_big') return text(`不能超过${issue.maximum}`, `It must not exceed ${issue.maximum}`)
  if (issue.code === 'too_small') return text(`不能小于${issue.minimum}`, `It must be at least ${issue.minimum}`)
  if (issue.code === 'invalid_value')
    return text(`可选值：${issue.values.join('、')}`, `Allowed: ${issue.values.join(', ')}`)
  return undefined
}

function place(call: AnyCall, path: readonly PropertyKey[]): RefusalData {
  const names = path.filter(part => typeof part === 'string') as string[]
  const field = names.at(-1)
  const index = path.findLast(part => typeof part === 'number') as number | undefined
  if (field === undefined) return {}
  return {
    field,
    field_title: titleOf(call.records, field) ?? text(field, field),
    ...(index === undefined ? {} : { row: index + 1 }),
  }
}
