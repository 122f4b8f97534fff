import { FileExcelOutlined, InboxOutlined } from '@ant-design/icons'
import type { AnyCall } from '@qitao/core/call.ts'
import type { Exchange } from '@qitao/core/exchange.ts'
import { isText, type Text, text } from '@qitao/core/text.ts'
import { uploadFile } from '@qitao/platform/web/call/client.ts'
import { downloadAt, useDownload } from '@qitao/platform/web/call/download.ts'
import { CallFailure, failureText } from '@qitao/platform/web/call/failures.ts'
import { JobProgress, type JobRecord, jobStates } from '@qitao/platform/web/call/job-progress.tsx'
import { afterWriting } from '@qitao/platform/web/call/use-call.ts'
import { useLanguage, useSay, written } from '@qitao/platform/web/session/language.ts'
import { Alert, Button, Modal, Table, Upload } from 'antd'
import { useState } from 'react'
import { cancelJob, queryJobStatus } from '../../model/job/job.calls.ts'
import { exportTemplate, importFile } from '../../model/record/excel.calls.ts'
import './import.css'

interface Done {
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly waiting: number
  readonly waits_for: readonly string[]
}
interface Wrong {
  readonly row: number
  readonly column: string
  readonly title: string
  readonly message: string
}
interface Refused {
  readonly rows: number
  readonly error_count: number
  readonly excel_path: string
  readonly errors: readonly Wrong[]
  readonly detail?: Text
}
type State =
  | { readonly at: 'choose'; readonly words?: string }
  | {
      readonly at: 'sending' | 'checking' | 'importing'
      readonly file: File
      readonly jobId?: string
      readonly dry: boolean
    }
  | { readonly at: 'wrong'; readonly file: File; readonly refused: Refused }
  | { readonly at: 'checked' | 'done'; readonly file: File; readonly done: Done }

const importFailed = 1101
/** px */
const width = 720

/** Template, file, check, import: nothing is kept until the whole file is right. */
export function ImportDialog({
  of,
  refreshes,
  onClose,
}: {
  of: Exchange
  refreshes: readonly AnyCall[]
  onClose: () => void
}) {
  const say = useSay()
  const language = useLanguage()
  const template = useDownload(exportTemplate)
  const [state, setState] = useState<State>({ at: 'choose' })

  const begin = async (file: File, dry: boolean) => {
    setState({ at: 'sending', file, dry })
    try {
      const { job_id } = await uploadFile(importFile, file, { import_type: of.type, dry_run: String(dry) })
      setState({ at: dry ? 'checking' : 'importing', file, dry, jobId: job_id })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setState({ at: 'choose', words: failureText(error, language) })
    }
  }
  const ended = (file: File, dry: boolean, job: JobRecord) => {
    if (job.status === jobStates.done) {
      if (!dry) void afterWriting(refreshes)
      return setState({ at: dry ? 'checked' : 'done', file, done: job.result as Done })
    }
    const refused = (job.result ?? {}) as Refused
    if (job.error_code === importFailed) return setState({ at: 'wrong', file, refused })
    const reason = job.message ? written(job.message, language) : say(text('已取消', 'Cancelled'))
    const detail = isText(refused.detail) ? say(refused.detail, { ...refused }) : ''
    setState({ at: 'choose', words: [reason, detail].filter(Boolean).join(language === 'zh' ? '。' : '. ') })
  }
  const running = state.at === 'checking' || state.at === 'importing' || state.at === 'sending'
  const again = () => setState({ at: 'choose' })

  return (
    <Modal
      open
      width={width}
      title={say(text('导入{title}', 'Import {title}'), { title: of.title })}
      onCancel={onClose}
      maskClosable={!running}
      footer={<Foot state={state} begin={begin} again={again} onClose={onClose} />}
    >
      <div className="qt-import">
        <p className="qt-import-template">
          <Button
            icon={<FileExcelOutlined aria-hidden />}
            loading={template.pending}
            onClick={() => void template.run({ template_type: of.type })}
          >
            {say(text('下载模板', 'Download template'))}
          </Button>
          <span className="qt-secondary">
            {say(
              text(
                '红色带*的列必填；整个文件全部导入，或一行也不导入',
                'Columns in red with * are required; all rows are imported or none',
              ),
            )}
          </span>
        </p>
        {state.at === 'choose' ? (
          <>
            {state.words ? <Alert type="error" showIcon title={state.words} /> : null}
            <Upload.Dragger
              accept=".xlsx"
              maxCount={1}
              showUploadList={false}
              beforeUpload={file => {
                void begin(file, true)
                return false
              }}
            >
              <p className="ant-upload-drag-icon">
                <InboxOutlined aria-hidden />
              </p>
              <p>{say(text('点击选择，或把Excel文件(.xlsx)拖到这里', 'Click, or drop an Excel file (.xlsx) here'))}</p>
              <p className="qt-secondary">
                {say(text('先检查，确认后才导入', 'It is checked first; you confirm the import'))}
              </p>
            </Upload.Dragger>
          </>
        ) : (
          <p className="qt-import-file">{state.file.name}</p>
        )}
        {state.at === 'checking' || state.at === 'importing' ? (
          <JobProgress
            key={state.jobId}
            jobId={state.jobId!}
            title={
              state.dry
                ? text('检查文件', 'Checking the file')
                : text('数据导入中，请稍候...', 'Data importing, please wait...')
            }
            status={queryJobStatus}
            cancel={cancelJob}
            onDone={job => ended(state.file, state.dry, job)}
          />
        ) : null}
        {state.at === 'sending' ? <p>{say(text('正在上传…', 'Sending the file…'))}</p> : null}
        {state.at === 'wrong' ? <Problems refused={state.refused} /> : null}
        {state.at === 'checked' || state.at === 'done' ? (
          <Outcome done={state.done} imported={state.at === 'done'} />
        ) : null}
      </div>
    </Modal>
  )
}

function Foot({
  state,
  begin,
  again,
  onClose,
}: {
  state: State
  begin: (file: File, dry: boolean) => void
  again: () => void
  onClose: () => void
}) {
  const say = useSay()
  const close = (
    <Button key="close" onClick={onClose}>
      {say(text('关闭', 'Close'))}
    </Button>
  )
  if (state.at === 'checked') {
    const { added, changed, waiting } = state.done
    return (
      <>
        {close}
        <Button onClick={again}>{say(text('换一个文件', 'Another file'))}</Button>
        <Button type="primary" disabled={added + changed + waiting === 0} onClick={() => begin(state.file, false)}>
          {say(text('确认导入', 'Import'))}
        </Button>
      </>
    )
  }
  if (state.at === 'wrong' || state.at === 'done')
    return (
      <>
        {close}
        <Button type={state.at === 'wrong' ? 'primary' : 'default'} onClick={again}>
          {say(text('重新选择文件', 'Choose a file again'))}
        </Button>
      </>
    )
  return close
}

function Outcome({ done, imported }: { done: Done; imported: boolean }) {
  const say = useSay()
  const { rows, added, changed, unchanged, waiting } = done
  const counts = { rows, added, changed, unchanged }
  const names = { count: waiting, names: done.waits_for.join(say(text('、', ', '))) }
  return (
    <Alert
      type={waiting > 0 ? 'warning' : 'success'}
      showIcon
      title={say(
        imported
          ? text(
              '导入完成：新增{added}，修改{changed}，未变{unchanged}',
              'Imported: {added} added, {changed} changed, {unchanged} as they were',
            )
          : text(
              '检查通过，共{rows}行：将新增{added}，修改{changed}，未变{unchanged}',
              'All {rows} rows are right: {added} to add, {changed} to change, {unchanged} as they are',
            ),
        counts,
      )}
      description={
        waiting > 0
          ? say(
              imported
                ? text(
                    '{count}条已提交，等待{names}审批，通过后生效',
                    '{count} submitted: in force once {names} approves',
                  )
                : text(
                    '{count}条将提交，由{names}审批通过后生效',
                    '{count} to be submitted: in force once {names} approves',
                  ),
              names,
            )
          : undefined
      }
    />
  )
}

function Problems({ refused: { rows, error_count, excel_path, errors } }: { refused: Refused }) {
  const say = useSay()
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={say(
          text(
            '{rows}行中有{error_count}处错误，没有导入任何数据',
            '{error_count} mistakes in {rows} rows; nothing was imported',
          ),
          { rows, error_count },
        )}
        description={say(
          text('可直接在错误文件中改正，再导入该文件', 'Correct them in the error file and import that file'),
        )}
        action={
          <Button size="small" onClick={() => void downloadAt(excel_path)}>
            {say(text('下载错误文件', 'Download the error file'))}
          </Button>
        }
      />
      <Table<Wrong>
        size="small"
        rowKey={one => `${one.row} ${one.column} ${one.message}`}
        dataSource={[...errors]}
        pagination={false}
        scroll={{ y: 260, x: 480 }}
        columns={[
          { title: say(text('行', 'Row')), dataIndex: 'row', width: 60 },
          {
            title: say(text('列', 'Column')),
            width: 150,
            render: (_, one) => [one.column, one.title].filter(Boolean).join(' '),
          },
          { title: say(text('错误和处理建议', 'What is wrong, and the remedy')), dataIndex: 'message' },
        ]}
      />
    </>
  )
}
