import { DeleteOutlined } from '@ant-design/icons'
import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { type Text, text, withinSentence } from '@qitao/core/text.ts'
import { newOf } from '@qitao/platform/web/form/new-of.ts'
import { openEdit, openPage } from '@qitao/platform/web/frame/navigation.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing, type Run } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import type { Ask } from '@qitao/platform/web/show/confirm.tsx'
import type { Page } from '@qitao/site/model/pages.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type AnyDocument, countedStates, type DocumentRow } from '../model/document.ts'
import type { AnyRow } from './any-row.ts'
import { type DocumentActs, useDocumentActs } from './document-acts.tsx'
import { asSeen, useDocumentCommands } from './document-commands.ts'
import { Totals } from './totals.tsx'

/** Why it rests, whatever its state: its approval is open. */
const whyItRests = ({ approval_status, waits_for = [] }: AnyRow): Text | undefined =>
  approval_status === approvalStatus.codes.pending ? whyApprovalOpen(waits_for) : undefined

interface DocumentListProps<D extends AnyDocument> {
  of: D
  /** The page on which one of them is written, or what opens it beside the list; no row: a new one. */
  edit: Page | ((row?: DocumentRow<D>) => void)
  /** What the page is opened with; the id when it is not said. */
  payload?: (row?: DocumentRow<D>) => Readonly<Record<string, unknown>>
  columns: readonly Column<DocumentRow<D>>[]
  /** Columns that are shown when somebody asks for them. */
  hidden?: readonly (keyof DocumentRow<D> & string)[]
  /** `timestamp_range` is of the day that its list is searched by. */
  filters?: readonly Filter<D['calls']['list']>[]
  /** What is declared of it to be done beside the actions of its life. */
  acts?: DocumentActs<D>
  /** What only this page can do with it. */
  moreActs?: (row: DocumentRow<D>) => readonly Act[]
  /** The same, behind these: what can be done in any state. */
  alsoActs?: (row: DocumentRow<D>) => readonly Act[]
  moreBulk?: (rows: readonly DocumentRow<D>[]) => readonly Act[]
  /** What is asked before these are submitted; undefined: nothing. */
  submitAsks?: (rows: readonly DocumentRow<D>[]) => Ask | undefined
  /** What is in the way of an action on these: shown of one instead of its question, said of several in it; undefined: nothing. */
  inTheWay?: (
    action: string,
    rows: readonly DocumentRow<D>[],
  ) => { readonly shows: Run; readonly said: Text } | undefined
  /** What a row unfolds to. */
  below?: (row: DocumentRow<D>) => ReactNode
}

/** A declared document as a list: status bar with counts, filters, what can be done to one and to several, new, in and out. */
export const DocumentList = <D extends AnyDocument>(props: DocumentListProps<D>) => (
  <AnyDocumentList {...(props as unknown as DocumentListProps<AnyDocument>)} />
)

function AnyDocumentList({
  of,
  edit: how,
  payload = row => (row ? { id: row.id as string } : {}),
  columns,
  hidden = [],
  filters = [],
  acts = {},
  moreActs,
  alsoActs,
  moreBulk,
  submitAsks,
  inTheWay,
  below,
}: DocumentListProps<AnyDocument>) {
  const { may } = useSession()
  const { calls, statuses, record, grave, exchange, bin } = of
  const say = useSay()
  const searched = {
    ...record,
    fields: { material_id: of.line?.fields.material_id ?? record.fields.material_id!, ...record.fields },
  }
  const refreshes = [calls.list, calls.count, ...(calls.detail ? [calls.detail] : []), ...(acts.refreshes ?? [])]
  const commands = useDocumentCommands(of, refreshes)
  const declared = useDocumentActs(of, acts)
  const edit = (row?: AnyRow) => (typeof how === 'function' ? how(row) : openEdit(how, payload(row)))
  const mayOpen = typeof how === 'function' || may(how)
  const nameOfCount = new Map(Object.entries(countedStates(of)).map(([name, code]) => [code, name]))
  const sorted = new Set(['no', 'status', 'created_time', ...of.dates, ...(of.sorted ?? [])])
  const day = record.fields[of.dates[0]!]
  const nosOf = (rows: readonly AnyRow[]) => rows.map(({ no }) => no)
  const idsOf = (rows: readonly AnyRow[]) => rows.map(({ id }) => id)
  const asked = (action: string, rows: readonly AnyRow[]): Partial<Act> =>
    action in grave
      ? {
          danger: true,
          ask: {
            title: asking(statuses.actions[action]!, record.title),
            objects: nosOf(rows),
            detail: inTheWay?.(action, rows)?.said ?? grave[action] ?? undefined,
            danger: true,
            // "Cancel" would say both to do it and to leave it.
            cancel: text('返回', 'Back'),
          },
        }
      : action === 'submit'
        ? { ask: submitAsks?.(rows as never) }
        : {}
  const actOn = (action: string, row: AnyRow) => {
    const whyNot = whyItRests(row) ?? statuses.whyNot(action, row.status)
    const way = inTheWay?.(action, [row])
    return way
      ? act(statuses, action, row.status, way.shows, { whyNot, danger: action in grave })
      : act(statuses, action, row.status, commands[action]!.with(asSeen(of, action, [row])), {
          ...asked(action, [row]),
          whyNot,
        })
  }
  const dropping = (rows: readonly AnyRow[]) => remove(nosOf(rows), commands.drop!.with({ ids: idsOf(rows) }))
  return (
    <>
      <ListPage
        call={calls.list}
        record={searched}
        columns={[...columns, ...hidden.map(name => ({ name, hidden: true }))].map((column, index) => {
          const spec = typeof column === 'string' ? { name: column } : column
          const sort = sorted.has(spec.name) ? {} : { sort: false }
          return { ...sort, ...(index === 0 && mayOpen ? { opens: edit } : {}), ...spec }
        })}
        filters={[
          'keyword',
          ...filters.map(filter =>
            filter === 'timestamp_range' ? { name: filter, range: true as const, title: day!.title } : filter,
          ),
        ]}
        statusBar={{
          filter: 'statuses',
          table: { ...statuses, list: statuses.list.filter(({ code }) => nameOfCount.has(code)) },
          call: calls.count,
          count: (counts: Readonly<Record<string, number>>, { code }) => counts[nameOfCount.get(code)!] ?? 0,
        }}
        rowActions={(row: AnyRow) => [
          ...possibleFirst([
            ...of.bulk.filter(action => !(action in grave)).map(action => actOn(action, row)),
            ...declared.first(row),
            ...(moreActs?.(row) ?? []),
            act(
              statuses,
              'alter',
              row.status,
              needing(calls.alter, () => edit(row)),
              { whyNot: whyItRests(row) ?? statuses.whyNot('alter', row.status) },
            ),
            ...declared.behind(row),
            ...(alsoActs?.(row) ?? []),
          ]),
          ...of.bulk.filter(action => action in grave).map(action => actOn(action, row)),
          { ...dropping([row]), whyNot: whyItRests(row) ?? statuses.whyNot('drop', row.status) },
        ]}
        bulkActions={(rows: readonly AnyRow[]) => [
          ...declared.bulk(rows),
          ...(moreBulk?.(rows) ?? []),
          ...of.bulk.map(action => ({
            title: several(statuses.actions[action]!),
            run: commands[action]!.with(asSeen(of, action, rows)),
            ...asked(action, rows),
          })),
          dropping(rows),
        ]}
        below={below}
        toolbar={list => (
          <>
            {calls.totals ? <Totals call={calls.totals} list={list} /> : null}
            <ExchangeButtons
              list={list}
              exports={calls.export}
              {...(exchange ? { imports: exchange } : {})}
              refreshes={refreshes}
            />
            {bin && may(bin) ? (
              <Button icon={<DeleteOutlined aria-hidden />} onClick={() => openPage(bin)}>
                {say(bin.title)}
              </Button>
            ) : null}
            {mayOpen ? <NewButton title={newOf(record)} run={needing(calls.add, () => edit())} /> : null}
          </>
        )}
      />
      {declared.dialogs}
    </>
  )
}

/** What can be done now is at hand, the rest behind it. */
const possibleFirst = (acts: readonly Act[]): Act[] => [
  ...acts.filter(({ whyNot }) => !whyNot),
  ...acts.filter(({ whyNot }) => whyNot),
]
const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
const several = ({ zh, en }: Text): Text => text(`批量${zh}`, sentence(en))
const asking = ({ zh, en }: Text, of: Text): Text =>
  text(`${zh}${of.zh}？`, `${sentence(en)} ${withinSentence(of.en)}?`)

/** The materials of a document in one column: the first by code and name, and how many lines there are besides. */
export const materialsColumn = {
  name: 'first_material_name' as const,
  title: text('物料', 'Materials'),
  width: 190,
  render: ({
    first_material_code,
    first_material_name,
    line_count,
  }: {
    first_material_code: string | null
    first_material_name: string | null
    line_count: number
  }) => (
    <span title={`${first_material_code ?? ''} ${first_material_name ?? ''}`}>
      {first_material_code} {first_material_name}
      {line_count > 1 ? <span className="qt-secondary"> +{line_count - 1}</span> : null}
    </span>
  ),
}
