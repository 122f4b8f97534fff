import type { Text } from './text.ts'

/** Colour of a state: a token of the design (platform/web/theme), never a colour value. */
export type StatusColour = 'neutral' | 'info' | 'processing' | 'warning' | 'success' | 'done' | 'danger'

export interface State<C extends number | string = number | string> {
  readonly code: C
  readonly zh: string
  readonly en: string
  readonly colour: StatusColour
}
export interface Action<S extends string = string> {
  readonly zh: string
  readonly en: string
  readonly from: readonly S[]
  /** Absent when the state stays. */
  readonly to?: S
}

/**
 * The life of a document: its states with their codes, and the actions with the states they start from. Declared once;
 * rules, buttons, filters, status bar, SQL filters and tests read it. An unknown state does not compile.
 */
export interface Statuses<S extends string, A extends string, C extends number | string> {
  readonly states: Readonly<Record<S, State<C>>>
  readonly actions: Readonly<Record<A, Action<S>>>
  readonly codes: Readonly<Record<S, C>>
  /** States in order of declaration, for bars and filters. */
  readonly list: readonly (State<C> & { readonly key: S })[]
  keyOf(code: C): S
  stateOf(code: C): State<C> & { readonly key: S }
  can(action: A, code: C): boolean
  /** Codes that an action starts from, for SQL. */
  from(action: A): C[]
  /** Code that an action leads to; the same code when the state stays. */
  after(action: A, code: C): C
  /** Why an action is not possible now: names the states that allow it. */
  whyNot(action: A, code: C): Text | undefined
}

/** The codes of a table: `CodeOf<typeof moStatus>`. */
export type CodeOf<T extends { readonly list: readonly { readonly code: unknown }[] }> = T['list'][number]['code']

const unknownKey = 'unknown'

export function statuses<
  const S extends Record<string, State>,
  const A extends Record<string, Action<Extract<keyof S, string>>> = Record<never, never>,
>(states: S, actions: A = {} as A): Statuses<Extract<keyof S, string>, Extract<keyof A, string>, S[keyof S]['code']> {
  type Key = Extract<keyof S, string>
  type Code = S[keyof S]['code']
  type Name = Extract<keyof A, string>
  const list = Object.entries(states).map(([key, state]) => ({ key: key as Key, ...(state as State<Code>) }))
  const byCode = new Map(list.map(state => [state.code, state]))
  // A code of another table, or of a newer version, is shown as what it is and allows nothing; no page falls over it.
  const stateOf = (code: Code) =>
    byCode.get(code) ?? {
      key: unknownKey as Key,
      code,
      zh: `未知状态 ${code}`,
      en: `Unknown status ${code}`,
      colour: 'danger' as const,
    }
  const action = (name: Name): Action<Key> => actions[name] as unknown as Action<Key>
  const can = (name: Name, code: Code): boolean => action(name).from.includes(stateOf(code).key)
  return {
    states: states as unknown as Record<Key, State<Code>>,
    actions: actions as unknown as Record<Name, Action<Key>>,
    codes: Object.fromEntries(list.map(state => [state.key, state.code])) as Record<Key, Code>,
    list,
    keyOf: code => stateOf(code).key,
    stateOf,
    can,
    from: name => action(name).from.map(key => (states[key] as State<Code>).code),
    after: (name, code) => {
      const to = action(name).to
      return to === undefined ? code : (states[to] as State<Code>).code
    },
    whyNot: (name, code) => {
      if (can(name, code)) return undefined
      const now = stateOf(code)
      const allowed = action(name).from.map(key => states[key] as State<Code>)
      return {
        zh: `当前状态为「${now.zh}」，仅${allowed.map(state => `「${state.zh}」`).join('、')}可以${action(name).zh}`,
        en: `${action(name).en}: only while it is ${allowed.map(state => `"${state.en}"`).join(' or ')}; it is "${now.en}" now`,
      }
    },
  }
}
