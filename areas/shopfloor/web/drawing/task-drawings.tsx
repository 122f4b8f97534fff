import { FileImageOutlined } from '@ant-design/icons'
import { AttachmentView } from '@qitao/access/web/record/file-preview.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Alert, Button, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { listTaskDrawings } from '../../model/drawing/task-drawing.calls.ts'
import { newerVersion } from './newer-version.ts'

/** Opens the drawings and work instructions that a task is worked by. Draws nothing when there is none. */
export function TaskDrawings({ task_id }: { task_id: string }) {
  const say = useSay()
  const found = useCall(listTaskDrawings, { task_ids: [task_id] })
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
          title={`${drawing.drawing_no} ${drawing.version} ${drawing.name}`}
          footer={null}
          width={960}
          onCancel={() => setShown(undefined)}
        >
          {drawings.length > 1 ? (
            <Segmented<string>
              aria-label={say(text('图纸', 'Drawing'))}
              value={drawing.id}
              onChange={setShown}
              options={drawings.map(({ id, drawing_no, version, is_instruction }) => ({
                value: id,
                label: `${is_instruction ? say(text('作业指导', 'Instruction')) : say(text('图纸', 'Drawing'))} ${drawing_no} ${version}`,
              }))}
            />
          ) : null}
          {drawing.newer_version ? (
            <Alert type="warning" showIcon title={say(newerVersion, { version: drawing.newer_version })} />
          ) : null}
          <AttachmentView id={drawing.attachment_id} name={drawing.file_name} mime_type={drawing.mime_type} />
        </Modal>
      ) : null}
    </>
  )
}
