/**
 * Every colour of the Gantt, light and dark. A CSS variable wins over the value here: `--qt-gantt-<name>`, then the
 * product's variable named in `shared`, for the parts of the chart; `--qt-status-<key>-bg|-text|-bar` for states, `--qt-gantt-<category>-bg|-text|-bar` for categories.
 * Texts reach 4.5:1 on their ground, bars 3:1 (checked by gantt-tokens.test.ts). Red is only for late, refused, overload.
 */
export type GanttTheme = 'light' | 'dark'

export const chartTokens = {
  surface: { light: '#ffffff', dark: '#17191d', shared: '--qt-panel' },
  'group-bg': { light: '#eef1f5', dark: '#23272e' },
  'row-line': { light: '#e6e9ee', dark: '#2a2e36', shared: '--qt-line' },
  'row-hover': { light: '#f3f7fd', dark: '#1f252e' },
  line: { light: '#e6e9ee', dark: '#2a2e36', shared: '--qt-line' },
  'line-strong': { light: '#c5ccd6', dark: '#454c58' },
  'header-bg': { light: '#f7f8fa', dark: '#1e2127', shared: '--qt-raised' },
  text: { light: '#1d2129', dark: '#e8eaed', shared: '--qt-text' },
  'text-weak': { light: '#596273', dark: '#a3acb9', shared: '--qt-text-2' },
  nonworking: { light: '#eff1f4', dark: '#0f1013' },
  frozen: { light: '#9db2cc', dark: '#46586f' },
  now: { light: '#0b62d6', dark: '#5ea4ff', shared: '--qt-focus' },
  'now-text': { light: '#ffffff', dark: '#0c1a2b' },
  accent: { light: '#0b62d6', dark: '#5ea4ff', shared: '--qt-focus' },
  'accent-bg': { light: '#dcebff', dark: '#16345c', shared: '--qt-primary-bg' },
  'accent-text': { light: '#0a4da8', dark: '#cfe3ff' },
  danger: { light: '#c81e1e', dark: '#ff6b6b' },
  'danger-bg': { light: '#ffe3e0', dark: '#57191b' },
  'danger-text': { light: '#a31414', dark: '#ffd0cc' },
  warning: { light: '#b45309', dark: '#f0a23b' },
  success: { light: '#1a7f45', dark: '#4cc38a' },
  link: { light: '#44506380', dark: '#b6c0d080' },
  'link-chain': { light: '#445063', dark: '#c3ccd9' },
  published: { light: '#6b7484', dark: '#98a2b2' },
  veil: { light: '#ffffffa6', dark: '#17191da6' },
  'load-track': { light: '#dfe4ea', dark: '#343a44' },
  'load-ok': { light: '#4b7fc4', dark: '#5b93da' },
  'load-high': { light: '#c27c00', dark: '#f0a23b' },
  'tip-bg': { light: '#1d2129', dark: '#e8eaed' },
  'tip-text': { light: '#ffffff', dark: '#14161a' },
  'tip-weak': { light: '#b9c0cb', dark: '#4b5361' },
} as const satisfies Record<string, Readonly<Record<GanttTheme, string>> & { readonly shared?: string }>
export type ChartToken = keyof typeof chartTokens

/** The product's variable for a token, if it has one. */
export function sharedVariable(token: ChartToken): string | undefined {
  const entry = chartTokens[token]
  return 'shared' in entry ? entry.shared : undefined
}

export interface BarColour {
  readonly bg: string
  readonly text: string
  readonly bar: string
}
const bar = (bg: string, text: string, strong: string): BarColour => ({ bg, text, bar: strong })

/** Colours of states (core/status.ts) and of categories: orders, customers, set-up groups. */
export const barTokens: Readonly<Record<string, Readonly<Record<GanttTheme, BarColour>>>> = {
  neutral: { light: bar('#e9ecf0', '#3a4250', '#76808f'), dark: bar('#333a45', '#dfe3e9', '#8a94a3') },
  info: { light: bar('#dbe9fd', '#0c4a9c', '#2f74d0'), dark: bar('#1a365f', '#cfe2ff', '#5596ec') },
  processing: { light: bar('#d3eff0', '#0a555c', '#148891'), dark: bar('#123d42', '#bdeef1', '#35abb4') },
  warning: { light: bar('#ffecc9', '#7a4300', '#bd7100'), dark: bar('#4a3411', '#ffe1ad', '#d99a35') },
  success: { light: bar('#d9f2e0', '#12592f', '#278b50'), dark: bar('#163d27', '#c4f0d3', '#43ac6d') },
  done: { light: bar('#cfe3d8', '#0b3d24', '#1c6241'), dark: bar('#12312a', '#b4dccb', '#4a8f76') },
  danger: { light: bar('#ffe0dd', '#941616', '#cf3535'), dark: bar('#541d1f', '#ffd3d0', '#ea6464') },
  'cat-1': { light: bar('#dfe7fb', '#1d3f8f', '#4a72d6'), dark: bar('#213058', '#d3dfff', '#6b8fea') },
  'cat-2': { light: bar('#d9f0ea', '#0d5646', '#1f8d75'), dark: bar('#143d34', '#c2efe3', '#37ad92') },
  'cat-3': { light: bar('#efe3fa', '#5a2791', '#8c53c9'), dark: bar('#3a2458', '#e7d5fb', '#a97ae0') },
  'cat-4': { light: bar('#fdeacd', '#754300', '#bb7410'), dark: bar('#473314', '#fde0b3', '#d29a44') },
  'cat-5': { light: bar('#fbe1ee', '#8a1c57', '#c84b8b'), dark: bar('#511f3a', '#fbd2e5', '#df74aa') },
  'cat-6': { light: bar('#e6f0cf', '#41560a', '#718f1e'), dark: bar('#303c12', '#e0edc0', '#92ae45') },
  'cat-7': { light: bar('#d9edf9', '#0b4f75', '#2583b8'), dark: bar('#14384d', '#c6e6f8', '#46a2d6') },
  'cat-8': { light: bar('#f1e6dc', '#663a18', '#a3693b'), dark: bar('#422d1d', '#f0dccb', '#c28d61') },
  'cat-9': { light: bar('#e4e4fb', '#3d3599', '#6f66d6'), dark: bar('#2e2a5c', '#dedbff', '#928aee') },
  'cat-10': { light: bar('#d5f2f5', '#09535e', '#1b8795'), dark: bar('#123c43', '#bfeff4', '#38abb9') },
  'cat-11': { light: bar('#f6f0c8', '#5c4b00', '#978112'), dark: bar('#3f3810', '#f1e8b4', '#b9a23c') },
  'cat-12': { light: bar('#e6eaf0', '#33465f', '#64809f'), dark: bar('#2c3746', '#d8e2ef', '#86a1c0') },
}
export const categoryCount = 12
const defaultBar = 'processing'

/** The same colour for the same key, everywhere and every time. */
export function categoryColour(key: string): string {
  let hash = 2166136261
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 16777619)
  return `cat-${((hash >>> 0) % categoryCount) + 1}`
}

/** Colours as they are now: CSS variables of the element where set, else the values above. */
export class Palette {
  readonly theme: GanttTheme
  private readonly style: CSSStyleDeclaration
  private readonly chart = new Map<ChartToken, string>()
  private readonly bars = new Map<string, BarColour>()

  constructor(element: Element, theme: GanttTheme) {
    this.theme = theme
    this.style = getComputedStyle(element)
  }

  get(token: ChartToken): string {
    let value = this.chart.get(token)
    if (value === undefined) {
      const read = (name: string | undefined): string => (name ? this.style.getPropertyValue(name).trim() : '')
      value = read(`--qt-gantt-${token}`) || read(sharedVariable(token)) || chartTokens[token][this.theme]
      this.chart.set(token, value)
    }
    return value
  }

  bar(key: string | undefined): BarColour {
    const name = key ?? defaultBar
    let colour = this.bars.get(name)
    if (!colour) {
      const preset = (barTokens[name] ?? barTokens[defaultBar]!)[this.theme]
      const read = (part: keyof BarColour): string =>
        this.style.getPropertyValue(`--qt-status-${name}-${part}`).trim() ||
        this.style.getPropertyValue(`--qt-gantt-${name}-${part}`).trim() ||
        preset[part]
      colour = { bg: read('bg'), text: read('text'), bar: read('bar') }
      this.bars.set(name, colour)
    }
    return colour
  }
}

/** The theme around an element: the nearest `data-theme`, or else whether the first ground that is not transparent is dark. */
export function themeAround(element: Element): GanttTheme {
  const named = element.closest('[data-theme="light"], [data-theme="dark"]')?.getAttribute('data-theme')
  if (named === 'light' || named === 'dark') return named
  for (let at: Element | null = element; at; at = at.parentElement) {
    const numbers = getComputedStyle(at)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number)
    if (!numbers || numbers.length < 3 || numbers[3] === 0) continue
    return luminance(numbers[0]!, numbers[1]!, numbers[2]!) < 0.25 ? 'dark' : 'light'
  }
  return 'light'
}

/** Relative luminance of WCAG 2, channels 0..255. */
export function luminance(red: number, green: number, blue: number): number {
  const linear = (channel: number): number => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
