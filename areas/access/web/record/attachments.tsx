import { DeleteOutlined, InboxOutlined, PaperClipOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { uploadFile } from '@qitao/platform/web/call/client.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { afterWriting, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Form, Upload } from 'antd'
import { useEffect, useState } from 'react'
import {
  type AttachmentRow,
  bulkDropAttachment,
  commonUpload,
  downloadAttachment,
  queryAttachmentList,
} from '../../model/record/attachment.calls.ts'
import { attachmentOwner } from '../../model/record/attachment.rules.ts'
import { FilePreview, previewKind } from './file-preview.tsx'
import { sizeText } from './file-size.ts'
import '../access.css'

const title = text('附件', 'Attachments')

interface OfRecord {
  /** Kind of record: the table that its area announces with `attachments`. */
  module: string
  /** Absent: the record is new; its files are uploaded before it and travel as the form's `attachment_ids`. */
  objectId?: string | undefined
  readOnly?: boolean
}

/** The attachments of a record as a section of its form or detail. */
export function AttachmentsSection({ module, objectId, readOnly = false }: OfRecord) {
  const inner =
    objectId === undefined ? (
      <Form.Item name="attachment_ids" noStyle>
        <WaitingAttachments module={module} />
      </Form.Item>
    ) : (
      <Attachments module={module} objectId={objectId} readOnly={readOnly} />
    )
  return (
    <Section title={title}>
      <div className="qt-field-wide">{inner}</div>
    </Section>
  )
}

/** Files of a saved record: what is uploaded or deleted here is done at once. */
export function Attachments({ module, objectId, readOnly = false }: OfRecord & { objectId: string }) {
  const { may } = useSession()
  const owner = attachmentOwner(module)
  const found = useCall(queryAttachmentList, { module, object_id: objectId })
  const drop = useCommand(bulkDropAttachment, { refreshes: [queryAttachmentList] })
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  const files = found.data?.result ?? []
  const changes = !readOnly && owner.changes.some(may)
  return (
    <>
      <FileList
        files={files}
        {...(changes
          ? {
              remove: async (file: AttachmentRow) => {
                const ask = {
                  title: text('删除附件？', 'Delete the attachment?'),
                  objects: [file.file_name],
                  danger: true,
                }
                if (await confirm(ask)) await drop.run({ ids: [file.id] })
              },
            }
          : { none: text('没有附件', 'No attachments') })}
      />
      {changes && files.length < owner.most ? (
        <Uploads module={module} objectId={objectId} uploaded={() => void afterWriting([queryAttachmentList])} />
      ) : null}
    </>
  )
}

interface WaitingProps {
  module: string
  value?: readonly string[] | undefined
  onChange?: (ids: string[]) => void
  /** Opens the camera on a phone. */
  camera?: boolean
}
/** What this window has uploaded, by id: a form that is left and found again knows its files by their ids alone. */
const uploadedHere = new Map<string, AttachmentRow>()

/** Files for a record that is not saved yet: an input whose value is their ids. */
export function WaitingAttachments({ module, value, onChange, camera = false }: WaitingProps) {
  const ids = value ?? []
  const chosen = ids.flatMap(id => uploadedHere.get(id) ?? [])
  return (
    <>
      <FileList files={chosen} remove={file => onChange?.(ids.filter(id => id !== file.id))} />
      {chosen.length < attachmentOwner(module).most ? (
        <Uploads
          module={module}
          camera={camera}
          uploaded={file => {
            uploadedHere.set(file.id, file)
            onChange?.([...ids, file.id])
          }}
        />
      ) : null}
    </>
  )
}

interface UploadsProps {
  module: string
  objectId?: string
  camera?: boolean
  uploaded: (file: AttachmentRow) => void
}
/** One file after the other, so that each answer finds the list as the one before left it. */
function Uploads({ module, objectId, camera = false, uploaded }: UploadsProps) {
  const say = useSay()
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const next = waiting[0]
  useEffect(() => {
    if (!next) return
    const done = () => setWaiting(now => now.slice(1))
    uploadFile(commonUpload, next, { module, ...(objectId === undefined ? {} : { object_id: objectId }) })
      .then(({ attachment }) => uploaded(attachment))
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        toast.failure(failure)
      })
      .finally(done)
  }, [next])
  return (
    <Upload.Dragger
      multiple
      showUploadList={false}
      className="qt-upload"
      {...(camera ? { accept: 'image/*', capture: 'environment' as const } : {})}
      beforeUpload={file => {
        setWaiting(now => [...now, file])
        return false
      }}
    >
      <InboxOutlined aria-hidden />{' '}
      {waiting.length > 0
        ? say(text('正在上传，还有{count}个…', 'Uploading, {count} to go…'), { count: waiting.length })
        : say(
            camera
              ? text('拍照或选择照片', 'Take or choose a photo')
              : text('点击或拖入文件，每个最大20 MB', 'Click, or drop files here, 20 MB each at most'),
          )}
    </Upload.Dragger>
  )
}

interface FileListProps {
  files: readonly AttachmentRow[]
  remove?: (file: AttachmentRow) => unknown
  /** Said when there is none. */
  none?: { zh: string; en: string }
}
/** Files by name: pictures, PDF and texts are shown, others are saved. */
export function FileList({ files, remove, none }: FileListProps) {
  const say = useSay()
  const download = useDownload(downloadAttachment)
  const [shown, setShown] = useState<AttachmentRow>()
  if (files.length === 0) return none ? <p className="qt-secondary">{say(none)}</p> : null
  return (
    <>
      <ul className="qt-files">
        {files.map(file => (
          <li key={file.id}>
            <PaperClipOutlined aria-hidden />
            <button
              type="button"
              className="qt-link"
              title={file.file_name}
              onClick={() =>
                previewKind(file.mime_type) ? setShown(file) : void download.run({ attachment_id: file.id })
              }
            >
              {file.file_name}
            </button>
            <span className="qt-secondary">
              {sizeText(file.file_size)} · {file.created_by_name} · <Instant at={file.created_time} />
            </span>
            <Button
              type="link"
              size="small"
              disabled={false}
              onClick={() => void download.run({ attachment_id: file.id })}
            >
              {say(text('下载', 'Download'))}
            </Button>
            {remove ? (
              <Button
                type="text"
                size="small"
                danger
                disabled={false}
                icon={<DeleteOutlined aria-hidden />}
                aria-label={say(text(`删除 ${file.file_name}`, `Delete ${file.file_name}`))}
                onClick={() => void remove(file)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {shown ? <FilePreview file={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}
