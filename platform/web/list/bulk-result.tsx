import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { Table } from 'antd'
import { type CallFailure, failureText, isFailure } from '../call/failures.ts'
import { useSay } from '../session/language.ts'
import { preferences } from '../session/preferences.ts'
import { toastHost } from '../show/toast.ts'

/** A refused record of a bulk call (5056). `name` is its number or code where the server gives it. */
interface Failed {
  readonly id: string
  readonly code: number
  readonly message: string
  readonly name?: string
}
export function failedOf(failure: CallFailure): readonly Failed[] | undefined {
  const { failed } = failure.data as { failed?: unknown }
  return isFailure(failure, generalErrors.partlyDone) && Array.isArray(failed) && failed.length > 0
    ? (failed as Failed[])
    : undefined
}

function FailedList({ failed, done }: { failed: readonly Failed[]; done: number }) {
  const say = useSay()
  const named = failed.some(one => one.name)
  return (
    <>
      <p>
        {say(text('已处理 {done} 条，{left} 条未处理：', '{done} done, {left} not:'), { done, left: failed.length })}
      </p>
      <Table
        size="small"
        rowKey="id"
        dataSource={[...failed]}
        pagination={failed.length > 10 ? { pageSize: 10, size: 'small' } : false}
        columns={[
          ...(named ? [{ title: say(text('编号', 'No.')), dataIndex: 'name', width: 160 }] : []),
          { title: say(text('原因', 'Reason')), dataIndex: 'message' },
        ]}
      />
    </>
  )
}

/** Says which records of a bulk call were refused, and why. */
export function showBulkResult(failure: CallFailure, failed: readonly Failed[]): void {
  const done = (failure.data as { done_ids?: readonly string[] }).done_ids?.length ?? 0
  void toastHost()?.modal.warning({
    title: failureText(failure, preferences.get().language),
    content: <FailedList failed={failed} done={done} />,
    width: 560,
    closable: true,
  })
}

/** Said when what was pressed before, and got no answer, turns out to be done, and something else was asked since. */
export function showDoneBefore(): void {
  const { language } = preferences.get()
  void toastHost()?.modal.warning({
    title: text('上一次提交已经完成', 'The attempt before is done')[language],
    content: text(
      '当时没有收到答复，其实已经保存。此后修改的内容没有提交。请先核对结果；需要再做一次时，再按一次。',
      'Its answer was lost, but it was saved. What you changed since was not sent. Look at the result first; press again only to do it once more.',
    )[language],
    closable: true,
  })
}
