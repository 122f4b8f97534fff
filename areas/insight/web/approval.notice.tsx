import { text } from '@qitao/core/text.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { approvalCalls } from './approval-calls.ts'

/** Approvals that move, and their documents, are shown as they are now, wherever they stand; a reminder is said. */
export default function ApprovalNotice() {
  useLive('approval', ({ data }) => {
    void refresh(...approvalCalls)
    const { reminded } = (data ?? {}) as { reminded?: string }
    if (reminded) {
      const words = text(`请尽快审批 ${reminded}`, `Please decide on ${reminded}`)
      toast.notice({ text: words, type: 'warning', duration: 8_000, sign: `approval:${reminded}` })
    }
  })
  return null
}
