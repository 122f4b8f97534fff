import { text } from '@qitao/core/text.ts'
import { fetchFile, type SentFile } from '@qitao/platform/web/call/client.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Image, Modal, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { downloadAttachment } from '../../model/record/attachment.calls.ts'
import '../access.css'

type Kind = 'image' | 'pdf' | 'text'
/** What a browser shows without running anything of the file; undefined: to be saved only. */
export function previewKind(mime_type: string): Kind | undefined {
  if (mime_type === 'application/pdf') return 'pdf'
  if (mime_type === 'text/plain' || mime_type === 'text/csv') return 'text'
  return mime_type.startsWith('image/') && mime_type !== 'image/vnd.dwg' ? 'image' : undefined
}

/** Characters of a text that are shown. */
const mostCharacters = 200_000
/** Texts are UTF-8, or what Chinese programs write. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

interface Loaded {
  readonly address?: string
  readonly words?: string
}
/** The bytes as one kind and no other: an address in this page's memory, or text. */
async function loaded(kind: Kind, mime_type: string, load: () => Promise<SentFile>): Promise<Loaded> {
  const { content } = await load()
  if (kind === 'text') return { words: decoded(await content.arrayBuffer()).slice(0, mostCharacters) }
  return { address: URL.createObjectURL(new Blob([content], { type: mime_type })) }
}

interface FileViewProps {
  name: string
  mime_type: string
  /** Gets the file through a call, so that the right is checked. */
  load: () => Promise<SentFile>
  /** Changes when the file is another. */
  of: string
}
/** A file inside a page: picture, PDF or text. */
export function FileView({ name, mime_type, load, of }: FileViewProps) {
  const say = useSay()
  const kind = previewKind(mime_type)
  const [file, setFile] = useState<Loaded>()
  const [failure, setFailure] = useState<CallFailure>()
  useEffect(() => {
    if (!kind) return
    let wanted = true
    let made: string | undefined
    setFile(undefined)
    setFailure(undefined)
    loaded(kind, mime_type, load)
      .then(found => {
        made = found.address
        if (wanted) setFile(found)
        else if (made) URL.revokeObjectURL(made)
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        if (wanted) setFailure(error)
      })
    return () => {
      wanted = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [of, kind, mime_type])
  if (!kind) {
    return (
      <p className="qt-secondary">
        {say(text('此类文件不能在线预览，请下载后打开。', 'This kind of file cannot be shown here; download it.'))}
      </p>
    )
  }
  if (failure) return <ErrorState failure={failure} />
  if (!file) {
    return (
      <div className="qt-file-view qt-file-waits">
        <Spin />
      </div>
    )
  }
  if (kind === 'text') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
      <section className="qt-file-view" tabIndex={0} aria-label={name}>
        <pre>{file.words}</pre>
      </section>
    )
  }
  return kind === 'pdf' ? (
    <iframe className="qt-file-view" title={name} src={`${file.address}#navpanes=0`} />
  ) : (
    <div className="qt-file-view qt-file-picture">
      <Image alt={name} src={file.address ?? ''} />
    </div>
  )
}

interface OfFile {
  readonly id: string
  readonly file_name: string
  readonly mime_type: string
}
/** An attachment to look at, over the page. */
export function FilePreview({ file, onClose }: { file: OfFile; onClose: () => void }) {
  return (
    <Modal open title={file.file_name} footer={null} width={960} onCancel={onClose} destroyOnHidden>
      <AttachmentView id={file.id} name={file.file_name} mime_type={file.mime_type} />
    </Modal>
  )
}
export const AttachmentView = ({ id, name, mime_type }: { id: string; name: string; mime_type: string }) => (
  <FileView
    of={id}
    name={name}
    mime_type={mime_type}
    load={() => fetchFile(downloadAttachment, { attachment_id: id })}
  />
)
