import type { Text } from '@qitao/core/text.ts'
import { Button, type ButtonProps, Tooltip } from 'antd'
import { type ReactElement, useEffect, useState } from 'react'
import { useSay } from '../session/language.ts'
import { type Run, useWithheld } from '../session/rights.ts'
import { type ThrottleMode, throttleTime } from './throttle.ts'

/** A disabled button says why; the wrapper takes the hover that the button itself no longer gets. */
export function Explained({ why, children }: { why: Text | undefined; children: ReactElement }) {
  const say = useSay()
  if (!why) return children
  return (
    <Tooltip title={say(why)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
      <span className="qt-why" tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  )
}

interface ThrottleButtonProps extends Omit<ButtonProps, 'onClick'> {
  run: Run
  /** Rest after a click: 200 ms, 2000 ms with `api`, or the given milliseconds. */
  mode?: ThrottleMode
  /** Why it is not possible now; a right that is missing is told first. */
  whyNot?: Text | undefined
}
/** A button that rests for a while after a click. It keeps its place and focus while it rests. */
export function ThrottleButton({ run, mode = 'default', whyNot, disabled, ...rest }: ThrottleButtonProps) {
  const withheld = useWithheld()
  const why = withheld(run.needs) ?? whyNot
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (!resting) return
    const timer = setTimeout(() => setResting(false), throttleTime(mode))
    return () => clearTimeout(timer)
  }, [resting, mode])
  return (
    <Explained why={why}>
      <Button
        {...rest}
        disabled={disabled || resting || why !== undefined}
        onClick={() => {
          setResting(true)
          void run()
        }}
      />
    </Explained>
  )
}
