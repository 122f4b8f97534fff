import type { AnyCall, In } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { Alert, Button, Modal, Spin } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fetchFile, type SentFile } from '../call/client.ts'
import { saveFile } from '../call/download.ts'
import { CallFailure, failureText } from '../call/failures.ts'
import { useLanguage, useSay } from '../session/language.ts'

interface PrintDialogProps<C extends AnyCall> {
  title: Text
  /** Answers a PDF. */
  call: C
  input: In<C>
  /** What can be chosen before printing; the preview follows. */
  children?: ReactNode
  onClose: () => void
}
interface Preview {
  readonly file?: SentFile
  readonly address?: string
  readonly words?: string
}
/** px */
const width = 860

/** A PDF as it will be printed, with what can be chosen above it. */
export function PrintDialog<C extends AnyCall>({ title, call, input, children, onClose }: PrintDialogProps<C>) {
  const say = useSay()
  const { file, address, words, frame } = usePreview(call, input)
  const shows = navigator.pdfViewerEnabled
  return (
    <Modal
      open
      width={width}
      title={say(title)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say(text('关闭', 'Close'))}</Button>
          <Button disabled={!file} type={shows ? 'default' : 'primary'} onClick={() => file && saveFile(file)}>
            {say(text('下载PDF', 'Download PDF'))}
          </Button>
          {shows ? (
            <Button type="primary" disabled={!file} onClick={() => frame.current?.contentWindow?.print()}>
              {say(text('打印', 'Print'))}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="qt-print">
        {children}
        {words ? <Alert type="error" showIcon title={words} /> : null}
        {!words && !address ? <Spin aria-label={say(text('正在生成预览', 'Making the preview'))} /> : null}
        {address && shows ? <iframe ref={frame} src={address} title={say(text('预览', 'Preview'))} /> : null}
        {address && !shows ? (
          <p>
            {say(text('此浏览器不能显示PDF，请下载后打印', 'This browser does not show PDFs: download it to print'))}
          </p>
        ) : null}
      </div>
    </Modal>
  )
}

function usePreview<C extends AnyCall>(call: C, input: In<C>) {
  const language = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const [preview, setPreview] = useState<Preview>({})
  const asked = JSON.stringify(input)
  useEffect(() => {
    let address: string | undefined
    let given = false
    setPreview({})
    fetchFile(call, JSON.parse(asked) as In<C>)
      .then(file => {
        if (given) return
        address = URL.createObjectURL(file.content)
        setPreview({ file, address })
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        if (!given) setPreview({ words: failureText(error, language) })
      })
    return () => {
      given = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [call, asked, language])
  return { ...preview, frame }
}
