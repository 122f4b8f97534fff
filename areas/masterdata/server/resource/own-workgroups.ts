import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Member } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'

const own: Readonly<Record<'workgroups' | 'devices' | 'people', RawBuilder<string[]>>> = {
  workgroups: sql<string[]>`app_workgroups()`,
  devices: sql<string[]>`app_devices()`,
  people: sql<string[]>`app_workmates()`,
}

/**
 * Machines, groups and people are everybody's to be read. What is newly done to them (a stop, a handover, an allowance) a member
 * of the data scope of a workgroup does to those of the own groups: else 5011, with the field.
 */
export async function expectOwn(
  { tx, member }: { readonly tx: Tx; readonly member: Pick<Member, 'workgroup_only'> },
  what: keyof typeof own,
  ids: readonly string[],
  field: string,
): Promise<void> {
  if (!member.workgroup_only) return
  const [found] = await rows(tx, sql<{ ids: string[] }>`select ${own[what]} as ids`)
  const seen = new Set(found!.ids)
  const row = ids.findIndex(id => !seen.has(id))
  if (row >= 0)
    refuse(generalErrors.noPermission, { field, detail: ofOthers, ...(ids.length > 1 ? { row: row + 1 } : {}) })
}
const ofOthers = text(
  '不属于您的班组，而您的数据范围是本班组',
  'It is not of your workgroups, and your data scope is the own ones',
)
