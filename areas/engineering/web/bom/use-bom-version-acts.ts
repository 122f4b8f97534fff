import type { AnyCall } from '@qitao/core/call.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { type Text, text, withinSentence } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import type { Page } from '@qitao/site/model/pages.ts'
import type { bomVersionCalls } from '../../model/bom/bom-version.calls.ts'
import { type BomVersionStatus, bomVersionStatus } from '../../model/bom/bom-version.status.ts'

export interface Version {
  readonly id: string
  readonly material_id: string | null
  readonly material_code: string | null
  readonly code: string | null
  readonly version: string
  readonly status: BomVersionStatus
  readonly is_default: boolean
}
interface BomVersionActs {
  calls: Pick<ReturnType<typeof bomVersionCalls>, 'drop' | 'release' | 'cancel' | 'makeDefault'> & {
    readonly add: AnyCall
    readonly alter: AnyCall
  }
  record: RecordType
  refreshes: readonly AnyCall[]
  list: Page
  /** Where versions are written: a page, or what opens one, makes one and begins another from one. */
  editor: Page | { open: (row: Version) => void; make: () => void; copy: (row: Version) => void }
  /** What a release means, and what a cancelled version is no longer. */
  released: Text
  cancelled?: Text
}
const nameOf = (row: Version) => `${row.material_code ?? row.code} ${row.version}`
const idsOf = (rows: readonly Version[]) => ({ ids: rows.map(row => row.id) })
const none = () => {}

/** What is done to versions of BoMs in their lists, of material and of manufacturing BoMs. */
export function useBomVersionActs({ calls, record, refreshes, list, editor, released, cancelled }: BomVersionActs) {
  const { zh } = record.title
  const edit =
    'path' in editor
      ? {
          open: (row: Version) => openEdit(editor, { id: row.id }),
          make: () => openEdit(editor),
          copy: (row: Version) => openEdit(editor, { copy_of: row.id, material_id: row.material_id }),
        }
      : editor
  const changes = useSession().may(list)
  const release = useCommand(calls.release, { refreshes })
  const cancel = useCommand(calls.cancel, { refreshes })
  const drop = useCommand(calls.drop, { refreshes })
  const makeDefault = useCommand(calls.makeDefault, { refreshes })
  const releases = (rows: readonly Version[]): Partial<Act> => ({
    run: release.with(idsOf(rows)),
    ask: { title: text(`发布${zh}？`, 'Release?'), objects: rows.map(nameOf), detail: released },
  })
  const cancels = (rows: readonly Version[]): Partial<Act> => ({
    run: cancel.with(idsOf(rows)),
    danger: true,
    ask: {
      title: text(`取消${zh}？`, 'Cancel?'),
      objects: rows.map(nameOf),
      danger: true,
      ...(cancelled ? { detail: cancelled } : {}),
      ok: text(`取消${zh}`, `Cancel the ${withinSentence(record.title.en)}`),
      cancel: text('返回', 'Back'),
    },
  })
  const deletion = (rows: readonly Version[]) => remove(rows.map(nameOf), drop.with(idsOf(rows)))
  return {
    changes,
    open: edit.open,
    make: needing(calls.add, edit.make),
    /** `beside`: what whoever only reads may do, too. */
    rowActions: (row: Version, beside: readonly Act[] = []): Act[] =>
      !changes
        ? [...beside]
        : [
            act(
              bomVersionStatus,
              'alter',
              row.status,
              needing(calls.alter, () => edit.open(row)),
            ),
            act(bomVersionStatus, 'release', row.status, none, releases([row])),
            {
              title: text('复制为新版本', 'Copy to a new version'),
              run: needing(calls.add, () => edit.copy(row)),
            },
            ...beside,
            ...(row.is_default || row.material_id === null
              ? []
              : [act(bomVersionStatus, 'make_default', row.status, makeDefault.with({ id: row.id }))]),
            act(bomVersionStatus, 'cancel', row.status, none, cancels([row])),
            { ...deletion([row]), whyNot: bomVersionStatus.whyNot('drop', row.status) },
          ],
    /** Of chosen rows; nothing for whoever only reads. */
    bulk: changes
      ? {
          bulkActions: (rows: readonly Version[]): Act[] => [
            { title: text('批量发布', 'Release'), ...releases(rows) } as Act,
            { title: text('批量取消', 'Cancel versions'), ...cancels(rows) } as Act,
            deletion(rows),
          ],
        }
      : {},
  }
}
