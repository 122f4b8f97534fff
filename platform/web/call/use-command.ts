import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Draft } from '@qitao/core/record.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { failedOf, showBulkResult, showDoneBefore } from '../list/bulk-result.tsx'
import { needing, type Run } from '../session/rights.ts'
import { pendingText, successText, toast } from '../show/toast.ts'
import { send } from './client.ts'
import { CallFailure, isFailure } from './failures.ts'
import { type Intention, isDoneBefore, newIntention } from './idempotency.ts'
import { createThrottle, throttleTimes } from './throttle.ts'
import { afterWriting } from './use-call.ts'

interface CommandOptions<C> {
  /** Calls whose answers change by this one. */
  refreshes?: readonly AnyCall[]
  /** What is said when it is done; null: nothing. Of an answer: undefined says the usual. */
  success?: Text | null | ((output: Out<C>) => Text | undefined)
  pending?: Text | null
  done?: (output: Out<C>, input: In<C>) => void
  /** It changes nothing, as a preview does: whoever has closed it and presses again sees it again at once. */
  repeatable?: boolean
  /** The component is the sheet of one intention: what is changed between attempts without an answer stays the same one. */
  sheet?: boolean
  /** Refusals that the component answers itself, as by the next step that they ask for: nothing is said of them. */
  quiet?: (failure: CallFailure) => boolean
}
type Attempt<O> = { ok: true; output: O } | { ok: false; failure: CallFailure | undefined }

export interface Command<C extends AnyCall = AnyCall> {
  readonly call: C
  /** Undefined when refused; the reason was shown. Never throws a refusal. */
  run(input: In<C>): Promise<Out<C> | undefined>
  /** What a button with this input does; the button is greyed for whoever has not the right. */
  with(input: In<C> | (() => In<C>)): Run
  /** As `run`, with the refusal in hand; for forms, which mark their fields. */
  attempt(input: In<C>, intention?: Intention): Promise<Attempt<Out<C>>>
  readonly pending: boolean
  readonly failure: CallFailure | null
}

/** A pending toast appears only when the answer takes this long; a flash would tell nothing. */
const pendingAfter = 300

interface State {
  readonly pending: boolean
  readonly failure: CallFailure | null
}
/**
 * A writing call as a button needs it: one at a time and not twice within two seconds with the same input, a toast while it
 * runs and one when it ended, lists asked again, and one idempotency key until an answer has come.
 */
export function attemptsOf<C extends AnyCall>(
  call: C,
  optionsNow: () => CommandOptions<C>,
  tell: (state: State) => void,
): (input: In<C>, intention?: Intention) => Promise<Attempt<Out<C>>> {
  const own = newIntention()
  let running = ''
  let last = ''
  let throttle = createThrottle(throttleTimes.api)
  return async (input, given) => {
    const { refreshes = [], success, pending = pendingText, done, repeatable, sheet, quiet } = optionsNow()
    const written = JSON.stringify(input) ?? ''
    if (running === written && written !== '') return { ok: false, failure: undefined }
    if (repeatable || last !== written) throttle = createThrottle(throttleTimes.api)
    if (!throttle()) return { ok: false, failure: undefined }
    last = written
    running = written
    tell({ pending: true, failure: null })
    toast.forgetFailure()
    let close = () => {}
    const timer = pending && setTimeout(() => (close = toast.loading(pending)), pendingAfter)
    try {
      const output = await send(call, input, { intention: given ?? (sheet ? own : undefined) })
      await afterWriting(refreshes).catch(() => {})
      const told = typeof success === 'function' ? success(output) : success
      if (told !== null) toast.success(told ?? successOf(call, output))
      tell({ pending: false, failure: null })
      done?.(output, input)
      return { ok: true, output }
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (mayBeOld(error)) void afterWriting(refreshes)
      const failed = failedOf(error)
      if (failed) showBulkResult(error, failed)
      else if (isDoneBefore(error)) showDoneBefore()
      else if (!quiet?.(error)) toast.failure(error)
      tell({ pending: false, failure: error })
      // What was refused may be tried again at once, after mending it.
      last = ''
      return { ok: false, failure: error }
    } finally {
      if (timer) clearTimeout(timer)
      close()
      running = ''
    }
  }
}

/** After this, what pages show may not be so any more: something was done, or may have been. */
const mayBeOld = (failure: CallFailure): boolean =>
  failure.unanswered || isFailure(failure, generalErrors.partlyDone) || isDoneBefore(failure)

/** What was done: the number of what was booked where the answer names it, else the call, and to how many where it was several. */
function successOf({ title }: AnyCall, output: unknown): Text {
  const { no, affected, done_ids } = (output ?? {}) as { no?: unknown; affected?: unknown; done_ids?: unknown }
  if (typeof no === 'string') return text(`${successText.zh}：${no}`, `${successText.en}: ${no}`)
  const count = Array.isArray(done_ids) ? done_ids.length : typeof affected === 'number' ? affected : 1
  const many = count > 1 ? [`（${count}）`, ` (${count})`] : ['', '']
  return text(`${successText.zh}：${title.zh}${many[0]}`, `${successText.en}: ${title.en}${many[1]}`)
}

/** `attemptsOf` for a component; whatever it waits for may end after the component is gone. */
export function useCommand<C extends AnyCall>(call: C, options: CommandOptions<C> = {}): Command<C> {
  const latest = useRef(options)
  latest.current = options
  const [state, setState] = useState<State>({ pending: false, failure: null })
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const attempt = useMemo(
    () =>
      attemptsOf(
        call,
        () => latest.current,
        next => {
          if (mounted.current) setState(next)
        },
      ),
    [call],
  )
  const run = useCallback(
    async (input: In<C>): Promise<Out<C> | undefined> => {
      const result = await attempt(input)
      return result.ok ? result.output : undefined
    },
    [attempt],
  )
  const made = (input: In<C> | (() => In<C>)): Run =>
    needing(call, () => run(typeof input === 'function' ? (input as () => In<C>)() : input))
  return { call, run, with: made, attempt, ...state }
}

/** One way of saving a form: the command and how its input is made from the form's values. */
export interface Save<V> {
  readonly title?: Text | undefined
  readonly command: Command
  readonly input: (values: V) => unknown
  /** A second right that it takes, as saving and submitting does. */
  readonly needs?: AnyCall | undefined
}
export const saveWith = <C extends AnyCall, V>(
  command: Command<C>,
  input: (values: V) => Draft<In<C>>,
  title?: Text,
  needs?: AnyCall,
): Save<V> => ({ command: command as unknown as Command, input, title, needs })
