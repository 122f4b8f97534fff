import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import { CallFailure, failureText, isFailure } from '@qitao/platform/web/call/failures.ts'
import { afterWriting } from '@qitao/platform/web/call/use-call.ts'
import type { GanttStep, GanttStepAnswer } from '@qitao/platform/web/gantt/gantt-types.ts'
import { repairPlan, undoRepair } from '../../model/schedule.calls.ts'
import { planCalls } from '../hand/use-plan.ts'

const notSaved = text('保存失败', 'Not saved')

/** A repair as a step of the chart's history: taken back whole, and done again as it was agreed to, while nothing has been planned since. */
export function repairStep(plan_version: number, agreed: In<typeof repairPlan>, language: Language): GanttStep {
  let version = plan_version
  const told = async (act: () => Promise<unknown>): Promise<GanttStepAnswer> => {
    try {
      await act()
      return { ok: true }
    } catch (error) {
      if (error instanceof CallFailure && isFailure(error, generalErrors.versionConflict)) return { ok: false }
      const reason = error instanceof CallFailure ? failureText(error, language) : say(notSaved, language)
      return { ok: false, reason }
    } finally {
      await afterWriting(planCalls)
    }
  }
  return {
    undo: () => told(() => send(undoRepair, { plan_version: version })),
    redo: () =>
      told(async () => {
        version = (await send(repairPlan, agreed)).plan_version
      }),
  }
}
