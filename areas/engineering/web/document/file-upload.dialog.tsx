import { CheckCircleOutlined, CloseCircleOutlined, InboxOutlined } from '@ant-design/icons'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { sizeText } from '@qitao/access/web/record/file-size.ts'
import { text } from '@qitao/core/text.ts'
import { send, uploadFile } from '@qitao/platform/web/call/client.ts'
import { CallFailure, failureText } from '@qitao/platform/web/call/failures.ts'
import { afterWriting } from '@qitao/platform/web/call/use-call.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { Button, Modal, Progress, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { documentCalls } from '../../model/document/document.calls.ts'
import { document } from '../../model/document/document.record.ts'
import { again, isOpen, nameOfFile, next, type Uploaded, withChosen } from './file-upload.ts'
import { firstVersion } from './file-version.kind.ts'

interface FileUploadDialogProps {
  /** What every new document begins with, such as its folder. */
  blank: Readonly<Record<string, unknown>>
  onClose: () => void
}
/** Many files, each a document of its own. One that fails says why and stays until it is tried again or taken out. */
export function FileUploadDialog({ blank, onClose }: FileUploadDialogProps) {
  const say = useSay()
  const language = useLanguage()
  const [all, setAll] = useState<readonly Uploaded[]>([])
  const keys = useRef(0)
  const change = (key: number, by: Partial<Uploaded>) =>
    setAll(now => now.map(one => (one.key === key ? { ...one, ...by } : one)))
  const due = next(all)

  useEffect(() => {
    if (!due) return
    const { key, file, attachment_id } = due
    change(key, { state: 'sending' })
    const sent =
      attachment_id ??
      uploadFile(commonUpload, file, { module: document.name }, part => change(key, { sent: part })).then(
        ({ attachment }) => attachment.id,
      )
    Promise.resolve(sent)
      .then(async id => {
        change(key, { attachment_id: id, sent: 1 })
        const name = nameOfFile(file.name, document.fields.name.maxLength!)
        const made = { ...blank, name, version: firstVersion, attachment_id: id }
        const { no } = await send(documentCalls.add, made)
        change(key, { state: 'done', no })
        await afterWriting([documentCalls.list])
      })
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        change(key, { state: 'failed', why: failureText(failure, language) })
      })
  }, [due?.key])

  const failed = all.filter(({ state }) => state === 'failed')
  const done = all.filter(({ state }) => state === 'done').length
  const open = all.filter(isOpen)
  const close = async () => {
    const left = [...open, ...failed]
    const ask = {
      title: text('还有文件没有上传，关闭？', 'Some files are not uploaded. Close?'),
      objects: left.map(({ file }) => file.name),
      danger: true,
    }
    if (left.length === 0 || (await confirm(ask))) onClose()
  }
  return (
    <Modal
      open
      title={say(text('批量上传', 'Upload files'))}
      onCancel={() => void close()}
      mask={{ closable: false }}
      footer={
        <div className="qt-foot">
          {failed.length > 0 ? (
            <Button
              onClick={() =>
                setAll(
                  again(
                    all,
                    failed.map(({ key }) => key),
                  ),
                )
              }
            >
              {say(text('重试失败的文件', 'Try the failed ones again'))}
            </Button>
          ) : null}
          <Button type={open.length === 0 ? 'primary' : 'default'} onClick={() => void close()}>
            {say(text('关闭', 'Close'))}
          </Button>
        </div>
      }
    >
      <Upload.Dragger
        multiple
        showUploadList={false}
        className="qt-upload"
        beforeUpload={(file, chosen) => {
          // Told once for each of the files: taken when the last is told.
          if (file === chosen.at(-1)) {
            const first = keys.current + 1
            keys.current += chosen.length
            setAll(now => withChosen(now, chosen, first))
          }
          return false
        }}
      >
        <InboxOutlined aria-hidden />{' '}
        {say(text('点击或拖入多个文件，每个最大20 MB', 'Click, or drop several files here, 20 MB each at most'))}
      </Upload.Dragger>
      {all.length > 0 ? (
        <p className="qt-secondary" role="status">
          {say(text('已完成{done}，失败{failed}，等待{open}', '{done} done, {failed} failed, {open} to go'), {
            ...{ done, failed: failed.length, open: open.length },
          })}
        </p>
      ) : null}
      <ul className="qt-upload-list">
        {all.map(one => (
          <UploadLine
            key={one.key}
            of={one}
            retry={() => setAll(again(all, [one.key]))}
            remove={() => setAll(all.filter(({ key }) => key !== one.key))}
          />
        ))}
      </ul>
    </Modal>
  )
}

function UploadLine({ of, retry, remove }: { of: Uploaded; retry: () => void; remove: () => void }) {
  const say = useSay()
  const { file, state, sent, no, why } = of
  return (
    <li>
      <div className="qt-upload-name">
        <span title={file.name}>{file.name}</span>
        <span className="qt-secondary">{sizeText(file.size)}</span>
      </div>
      {state === 'done' ? (
        <span className="qt-upload-done">
          <CheckCircleOutlined aria-hidden /> {say(text('已建文档', 'Filed as'))} {no}
        </span>
      ) : state === 'failed' ? (
        <span className="qt-upload-failed" role="alert">
          <CloseCircleOutlined aria-hidden /> {why}
        </span>
      ) : (
        <Progress
          percent={Math.round(sent * 100)}
          size="small"
          status={state === 'sending' ? 'active' : 'normal'}
          aria-label={file.name}
        />
      )}
      <div className="qt-upload-acts">
        {state === 'failed' ? (
          <Button type="link" size="small" onClick={retry}>
            {say(text('重试', 'Try again'))}
          </Button>
        ) : null}
        {state === 'failed' || state === 'waiting' ? (
          <Button type="link" size="small" onClick={remove}>
            {say(text('移除', 'Take out'))}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
