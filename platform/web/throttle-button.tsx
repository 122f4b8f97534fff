import { Button, type ButtonProps } from 'antd'
import { useEffect, useState } from 'react'
import { type ThrottleMode, throttleTime } from './throttle.ts'

interface ThrottleButtonProps extends Omit<ButtonProps, 'onClick'> {
  run: () => unknown
  /** Rest after a click: 200 ms, 2000 ms with `api`, or the given milliseconds. */
  mode?: ThrottleMode
}
/** A button that rests for a while after a click. It keeps its place and focus while it rests. */
export function ThrottleButton({ run, mode = 'default', disabled, ...rest }: ThrottleButtonProps) {
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (!resting) return
    const timer = setTimeout(() => setResting(false), throttleTime(mode))
    return () => clearTimeout(timer)
  }, [resting, mode])
  return (
    <Button
      {...rest}
      disabled={disabled || resting}
      onClick={() => {
        setResting(true)
        void run()
      }}
    />
  )
}
