import { downloadAttachment } from '@qitao/access/model/record/attachment.calls.ts'
import { AttachmentView } from '@qitao/access/web/record/file-preview.tsx'
import { sizeText } from '@qitao/access/web/record/file-size.ts'
import { text } from '@qitao/core/text.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { Section } from '@qitao/platform/web/form/section.tsx'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { VersionRow } from '../../model/document/file-version.calls.ts'
import { fileVersionStatus } from '../../model/document/file-version.status.ts'
import { type FileVersionKind, nameOf, numberOf } from './file-version.kind.ts'
import '../engineering.css'

interface FileVersionDetailProps {
  kind: FileVersionKind
  row: VersionRow
  actions?: readonly Act[]
  /** Another version was chosen. */
  onRow: (row: VersionRow) => void
  onClose: () => void
}
/** A version beside the list: the file itself, what it is about, and all versions of its number. */
export function FileVersionDetail({ kind, row, actions = [], onRow, onClose }: FileVersionDetailProps) {
  const say = useSay()
  const download = useDownload(downloadAttachment)
  const found = useCall(kind.calls.list, { no: numberOf(row), page_size: -1, order_by: '-created_time' })
  const versions = found.data?.result ?? []
  return (
    <DetailDrawer
      open
      wide
      title={text(`${kind.record.title.zh} ${nameOf(row)}`, `${kind.record.title.en} ${nameOf(row)}`)}
      onClose={onClose}
      history={{ of: kind.record, id: row.id }}
      actions={[
        { title: text('下载', 'Download'), run: () => download.run({ attachment_id: row.attachment_id }) },
        ...actions,
      ]}
    >
      <p>
        <StatusTag of={fileVersionStatus.stateOf(row.status)} /> {row.file_name}{' '}
        <span className="qt-secondary">{sizeText(row.file_size)}</span>
      </p>
      <AttachmentView id={row.attachment_id} name={row.file_name} mime_type={row.mime_type} />
      <Facts
        of={kind.record}
        row={row}
        names={[...kind.fields, 'created_by_name', 'released_time', 'released_by_name', 'withdrawn_time']}
        more={[{ title: text('上传时间', 'Uploaded'), value: <Instant at={row.created_time} /> }]}
      />
      <Section title={text('版本', 'Versions')}>
        <ul className="qt-files qt-field-wide">
          {versions.map(one => (
            <li key={one.id}>
              <button
                type="button"
                className="qt-link"
                aria-current={one.id === row.id ? 'true' : undefined}
                onClick={() => onRow(one)}
              >
                {one.version}
              </button>
              <StatusTag of={fileVersionStatus.stateOf(one.status)} />
              <span>{one.change_note}</span>
              <span className="qt-secondary">
                {one.file_name} · {one.created_by_name ?? say(text('系统', 'System'))} ·{' '}
                <Instant at={one.created_time} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </DetailDrawer>
  )
}
