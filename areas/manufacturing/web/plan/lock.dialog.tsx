import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { mo } from '../../model/mo/mo.record.ts'
import { lockMaterial } from '../../model/plan/material-plan.calls.ts'
import { planCalls } from './plan-calls.ts'

interface LockForm {
  remark: string | null
}
/** Locks what work orders hold; the reason stands with it for whoever wants the material too. */
export function LockDialog({ mo_ids, onClose }: { mo_ids: readonly string[]; onClose: () => void }) {
  const lock = useCommand(lockMaterial, { refreshes: planCalls })
  return (
    <DialogForm<LockForm>
      open
      title={text('锁定物料', 'Lock material')}
      values={{ remark: null }}
      save={saveWith(
        lock,
        ({ remark }: LockForm) => ({ mo_ids: [...mo_ids], locked: true, ...(remark ? { reason: remark } : {}) }),
        text('锁定', 'Lock'),
      )}
      onClose={onClose}
    >
      <Field of={mo} name="remark" label={text('原因（可不填）', 'Reason (optional)')} autoFocus />
    </DialogForm>
  )
}
