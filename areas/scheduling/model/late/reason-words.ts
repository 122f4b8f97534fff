import { type Text, text } from '@qitao/core/text.ts'
import type { TaskReason } from '../task.record.ts'

/** Why a task does not start earlier. */
export const reasonWords: Readonly<Record<TaskReason['kind'], Text>> = {
  machine: text('设备被{object}占用至{time}', 'The machine is taken by {object} until {time}'),
  predecessor: text('等待{object}，{time}可接续', 'It waits for {object}, which lets it start at {time}'),
  kit: text('等待物料{object}，{time}到齐', 'It waits for {object}, which is there at {time}'),
  not_before: text('排程要求不早于{time}', 'The schedule was asked to start no earlier than {time}'),
  calendar: text('设备{object}在{time}才有工作时间', '{object} works again at {time}'),
  frozen: text('设备{object}冻结至{time}', '{object} is frozen until {time}'),
  resource: text('{object}在{time}才有空', '{object} is free at {time}'),
  fixed: text('位置固定：已开工、锁定或发布', 'It stays where it is: begun, locked or published'),
  now: text('已是最早时间', 'As early as can be'),
  hand: text('由人工放置', 'Placed by hand'),
}
