import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { type CallFailure, failureText } from '@qitao/platform/web/call/failures.ts'
import { useWedge } from '@qitao/platform/web/form/wedge.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { longestPin, pinLength, shortestPin } from '../../model/session/pin.rules.ts'
import type { queryTerminal } from '../../model/session/terminal.calls.ts'
import './pin-pad.css'

export type Terminal = Out<typeof queryTerminal>
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

interface PinPadProps {
  terminal: Terminal
  /** Whose session is over, and goes on with the own PIN; undefined: whoever comes. */
  account?: string | undefined
  enter: (account: string, pin: string) => Promise<CallFailure | undefined>
  children?: ReactNode
}
/** Sign-in at a shared terminal: who one is, by a press, a badge or typed; and the PIN by keys that a glove hits. */
export function PinPad({ terminal, account: fixed, enter, children }: PinPadProps) {
  const say = useSay()
  const language = useLanguage()
  const [account, setAccount] = useState(fixed ?? '')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState('')
  const [pending, setPending] = useState(false)
  const choose = (next: string) => {
    setAccount(next)
    setPin('')
    setProblem('')
  }
  useWedge(code => {
    if (fixed !== undefined) return
    beep(true)
    choose(code)
  })
  const type = (next: string) => {
    setPin(next.replace(/\D/g, '').slice(0, longestPin))
    setProblem('')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!account.trim()) return setProblem(say(text('请选择或输入账号', 'Choose who you are, or type your account')))
    if (pin.length < shortestPin) return setProblem(say(pinLength))
    setPending(true)
    const failure = await enter(account.trim(), pin)
    setPending(false)
    setPin('')
    setProblem(failure ? failureText(failure, language) : '')
  }
  return (
    <form className="qt-pin" onSubmit={event => void submit(event)}>
      <section className="qt-pin-who">
        <h2>{terminal.name}</h2>
        <p className="qt-pin-quiet">{terminal.company_name}</p>
        {fixed === undefined && terminal.people.length > 0 ? (
          <ul className="qt-pin-people" aria-label={say(text('最近在此工作的人', 'Who last worked here'))}>
            {terminal.people.map(one => (
              <li key={one.account}>
                <button
                  type="button"
                  className="qt-pin-person"
                  aria-pressed={one.account === account}
                  onClick={() => choose(one.account)}
                >
                  {one.name}
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <label className="qt-pin-field">
          <span>{say(text('账号、工号，或扫工牌', 'Account or employee no., or scan your badge'))}</span>
          <input
            name="account"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={100}
            value={account}
            readOnly={fixed !== undefined}
            onChange={event => choose(event.target.value)}
            // A scanner ends its label so, and a PIN is still to come.
            onKeyDown={event => {
              if (event.key === 'Enter' && pin === '') event.preventDefault()
            }}
          />
        </label>
        {problem ? (
          <p className="qt-pin-problem" role="alert">
            {problem}
          </p>
        ) : null}
      </section>
      <section className="qt-pin-keys">
        <label className="qt-pin-field">
          <span>{say(text('PIN码', 'PIN'))}</span>
          <input
            name="pin"
            type="password"
            // The keys below are the keyboard.
            inputMode="none"
            autoComplete="off"
            maxLength={longestPin}
            value={pin}
            onChange={event => type(event.target.value)}
          />
        </label>
        <fieldset className="qt-pin-pad" aria-label={say(text('数字键盘', 'Number pad'))}>
          {digits.map(digit => (
            <button key={digit} type="button" className="qt-pin-key" onClick={() => type(pin + digit)}>
              {digit}
            </button>
          ))}
          <button type="button" className="qt-pin-key" onClick={() => type('')}>
            {say(text('清空', 'Clear'))}
          </button>
          <button type="button" className="qt-pin-key" onClick={() => type(`${pin}0`)}>
            0
          </button>
          <button
            type="button"
            className="qt-pin-key"
            aria-label={say(text('退格', 'Backspace'))}
            onClick={() => type(pin.slice(0, -1))}
          >
            ⌫
          </button>
        </fieldset>
        <button type="submit" className="qt-pin-enter" disabled={pending}>
          {say(text('登录', 'Sign in'))}
        </button>
      </section>
      {children ? <footer className="qt-pin-rest">{children}</footer> : null}
    </form>
  )
}
