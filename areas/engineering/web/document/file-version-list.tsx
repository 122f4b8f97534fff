import { RestOutlined } from '@ant-design/icons'
import { sizeText } from '@qitao/access/web/record/file-size.ts'
import { text } from '@qitao/core/text.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { type FileVersionCalls, mostInZip, type VersionRow } from '../../model/document/file-version.calls.ts'
import { fileVersionStatus } from '../../model/document/file-version.status.ts'
import { FileShareDrawer } from './file-share.drawer.tsx'
import { type Edited, FileVersionDrawer } from './file-version.drawer.tsx'
import { type FileVersionKind, nameOf } from './file-version.kind.ts'
import { FileVersionDetail } from './file-version-detail.tsx'

interface FileVersionListProps {
  kind: FileVersionKind
  /** Further columns after the name. */
  columns?: readonly Exclude<Column<VersionRow>, string>[]
  /** Further filters. */
  filters?: readonly Filter<FileVersionCalls['list']>[]
  /** What a new one begins with. */
  blank?: Readonly<Record<string, unknown>>
  /** Buttons before `New`. */
  toolbar?: ReactNode
}
/** Drawings or documents in their versions, with the recycle bin. */
export function FileVersionList({ kind, columns = [], filters = [], blank = {}, toolbar }: FileVersionListProps) {
  const say = useSay()
  const { may } = useSession()
  const { calls, record } = kind
  const changes = may(kind.page)
  const [bin, setBin] = useState(false)
  const [shown, setShown] = useState<VersionRow>()
  const [edited, setEdited] = useState<Edited>()
  const [shared, setShared] = useState<VersionRow>()
  const refreshes = [calls.list, calls.detail]
  const done = () => setShown(undefined)
  const release = useCommand(calls.release, { refreshes, done })
  const withdraw = useCommand(calls.withdraw, { refreshes, done })
  const drop = useCommand(calls.drop, { refreshes, done })
  const restore = useCommand(calls.restore, { refreshes, done })
  const zip = useDownload(calls.download)
  const dropForever = useCommand(calls.dropForever, { refreshes, done })
  const idsOf = (rows: readonly VersionRow[]) => ({ ids: rows.map(({ id }) => id) })
  const none = () => {}

  const releases = (rows: readonly VersionRow[]): Partial<Act> => ({
    run: release.with(idsOf(rows)),
    ask: {
      title: text('发布？', 'Release?'),
      objects: rows.map(nameOf),
      detail: text(
        '发布后文件不可更换；同一编号此前的有效版本随即作废，车间只看到新版本。',
        'The file can then no longer be replaced. The version that was valid becomes obsolete; the workshop sees the new one.',
      ),
    },
  })
  const withdraws = (rows: readonly VersionRow[]): Partial<Act> => ({
    run: withdraw.with(idsOf(rows)),
    danger: true,
    ask: {
      title: text('作废？', 'Withdraw?'),
      objects: rows.map(nameOf),
      danger: true,
      detail: text('作废后车间不再看到该版本。', 'The workshop no longer sees a withdrawn version.'),
    },
  })
  const deletion = (rows: readonly VersionRow[]) => remove(rows.map(nameOf), drop.with(idsOf(rows)))
  const binActs = (rows: readonly VersionRow[]): Act[] => [
    { title: text('恢复', 'Restore'), run: restore.with(idsOf(rows)) },
    remove(rows.map(nameOf), dropForever.with(idsOf(rows)), { title: text('彻底删除', 'Delete for good') }),
  ]
  const acts = (row: VersionRow): Act[] =>
    !changes
      ? []
      : bin
        ? binActs([row])
        : [
            act(fileVersionStatus, 'release', row.status, none, releases([row])),
            act(
              fileVersionStatus,
              'alter',
              row.status,
              needing(calls.alter, () => edit({ what: 'edit', row })),
            ),
            { title: text('新版本', 'New version'), run: needing(calls.add, () => edit({ what: 'version', row })) },
            {
              title: text('分享', 'Share'),
              run: () => {
                setShown(undefined)
                setShared(row)
              },
            },
            act(fileVersionStatus, 'withdraw', row.status, none, withdraws([row])),
            { ...deletion([row]), whyNot: fileVersionStatus.whyNot('drop', row.status) },
          ]
  const edit = (what: Edited) => {
    setShown(undefined)
    setEdited(what)
  }
  const zipping = (rows: readonly VersionRow[]): Act => ({
    title: text('打包下载', 'Download as zip'),
    run: () => void zip.run(idsOf(rows)),
    whyNot:
      rows.length > mostInZip
        ? text(`一次最多打包${mostInZip}个文件`, `At most ${mostInZip} files in one zip`)
        : undefined,
  })
  const bulk = (rows: readonly VersionRow[]): Act[] =>
    bin
      ? binActs(rows)
      : !changes
        ? [zipping(rows)]
        : [
            zipping(rows),
            { title: text('批量发布', 'Release'), ...releases(rows) } as Act,
            { title: text('批量作废', 'Withdraw'), ...withdraws(rows) } as Act,
            deletion(rows),
          ]

  return (
    <>
      <ListPage
        key={String(bin)}
        call={calls.list}
        record={bin ? { ...record, title: text(`已删除的${record.title.zh}`, `Deleted ${record.title.en}`) } : record}
        columns={[
          { name: kind.no, width: 150, opens: (row: VersionRow) => setShown(row) },
          { name: 'name', width: 180 },
          { name: 'version', width: 80 },
          { name: 'status', width: 90 },
          ...columns,
          { name: 'material_id', width: 180, sort: false },
          { name: 'process_id', width: 110, sort: false },
          { name: 'routing_id', width: 120, sort: false, hidden: true },
          { name: 'file_name', width: 180 },
          { name: 'file_size', width: 90, render: (row: VersionRow) => sizeText(row.file_size) },
          { name: 'created_by_name', width: 90, sort: false },
          {
            name: 'created_time',
            title: text('上传时间', 'Uploaded'),
            width: 140,
            sort: true,
            render: (row: VersionRow) => <Instant at={row.created_time} />,
          },
          ...(bin
            ? [
                { name: 'deleted_by_name', width: 90, sort: false },
                { name: 'deleted_time', width: 140, sort: false },
              ]
            : [{ name: 'released_time', width: 140, sort: false }]),
          { name: 'change_note', width: 160, sort: false, hidden: true },
          { name: 'remark', hidden: true, sort: false },
        ]}
        filters={[
          'keyword',
          { name: 'statuses', of: 'status', many: true },
          'material_id',
          'process_id',
          'routing_id',
          { name: 'timestamp_range', range: true, title: text('上传时间', 'Uploaded') },
          ...filters,
          { name: 'deleted', fixed: bin },
        ]}
        rowActions={row => acts(row)}
        bulkActions={bulk}
        toolbar={() => (
          <>
            {changes ? (
              <Button
                type={bin ? 'primary' : 'default'}
                ghost={bin}
                aria-pressed={bin}
                icon={<RestOutlined aria-hidden />}
                onClick={() => setBin(!bin)}
              >
                {say(text('回收站', 'Recycle bin'))}
              </Button>
            ) : null}
            {changes && !bin ? toolbar : null}
            {changes && !bin ? (
              <NewButton run={needing(calls.add, () => edit({ what: 'new', values: blank }))} />
            ) : null}
          </>
        )}
      />
      {shown ? (
        <FileVersionDetail
          kind={kind}
          row={shown}
          actions={acts(shown)}
          onRow={setShown}
          onClose={() => setShown(undefined)}
        />
      ) : null}
      {shared ? <FileShareDrawer kind={kind} row={shared} onClose={() => setShared(undefined)} /> : null}
      {edited ? <FileVersionDrawer kind={kind} edited={edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  )
}
