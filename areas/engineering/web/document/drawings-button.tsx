import { FileImageOutlined } from '@ant-design/icons'
import { AttachmentView } from '@qitao/access/web/record/file-preview.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { drawingCalls } from '../../model/document/drawing.calls.ts'
import { fileVersionStatus } from '../../model/document/file-version.status.ts'
import { nameOf } from './file-version.kind.ts'

/** Opens the valid drawings of a material, where work is done by them. Draws nothing when there is none. */
export function DrawingsButton({ material_id }: { material_id: string }) {
  const say = useSay()
  const found = useCall(drawingCalls.list, { material_id, statuses: [fileVersionStatus.codes.valid], page_size: -1 })
  const [shown, setShown] = useState<string>()
  const drawings = found.data?.result ?? []
  const first = drawings[0]
  if (!first) return null
  const drawing = drawings.find(({ id }) => id === shown)
  return (
    <>
      <Button icon={<FileImageOutlined aria-hidden />} onClick={() => setShown(first.id)}>
        {say(text('图纸', 'Drawing'))}
      </Button>
      {drawing ? (
        <Modal
          open
          title={`${nameOf(drawing)} ${drawing.name}`}
          footer={null}
          width={960}
          onCancel={() => setShown(undefined)}
        >
          {drawings.length > 1 ? (
            <Segmented<string>
              aria-label={say(text('图纸', 'Drawing'))}
              value={drawing.id}
              onChange={setShown}
              options={drawings.map(one => ({ value: one.id, label: nameOf(one) }))}
            />
          ) : null}
          <AttachmentView id={drawing.attachment_id} name={drawing.file_name} mime_type={drawing.mime_type} />
        </Modal>
      ) : null}
    </>
  )
}
