import { theme as antd, type ThemeConfig } from 'antd'
import { createStore } from '../store.ts'
import type { Density, Preferences } from './preferences.ts'
import { preferences } from './preferences.ts'

/** What the chosen look comes to on this machine. */
interface Look {
  readonly dark: boolean
  readonly density: Exclude<Density, 'auto'>
  /** Nothing moves: the system is set so. */
  readonly still: boolean
}
const matches = (query: string) => typeof matchMedia !== 'undefined' && matchMedia(query).matches
const darkQuery = '(prefers-color-scheme: dark)'
const fingerQuery = '(pointer: coarse)'
const stillQuery = '(prefers-reduced-motion: reduce)'

/** What the machine is set to. */
interface Machine {
  readonly dark: boolean
  readonly finger: boolean
  readonly still: boolean
}
export function lookOf({ theme, density }: Preferences, { dark, finger, still }: Machine): Look {
  return {
    dark: theme === 'dark' || (theme === 'system' && dark),
    density: density === 'auto' ? (finger ? 'touch' : 'compact') : density,
    still,
  }
}
const lookNow = () =>
  lookOf(preferences.get(), { dark: matches(darkQuery), finger: matches(fingerQuery), still: matches(stillQuery) })
const looks = createStore<Look>(lookNow())
export const useLook = looks.use

/** Follows settings and system; the document carries the result for the style sheets. */
export function watchLook(): void {
  const follow = () => {
    const next = lookNow()
    const { language } = preferences.get()
    const root = document.documentElement
    root.lang = language === 'zh' ? 'zh-CN' : 'en'
    root.dataset.theme = next.dark ? 'dark' : 'light'
    root.dataset.density = next.density
    const now = looks.get()
    if (now.dark !== next.dark || now.density !== next.density || now.still !== next.still) looks.set(next)
  }
  preferences.subscribe(follow)
  for (const query of [darkQuery, fingerQuery, stillQuery]) matchMedia(query).addEventListener('change', follow)
  follow()
}

const controlHeights = { compact: 28, comfortable: 32, touch: 48 } as const

/** antd in our colours and sizes. `colorInfo` equals the primary colour because links and progress follow it. */
export function antdTheme({ dark, density, still }: Look): ThemeConfig {
  const primary = dark ? '#3a6fe0' : '#2257c9'
  const controlHeight = controlHeights[density]
  const fontSize = density === 'touch' ? 15 : 13
  return {
    algorithm: dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      colorLink: dark ? '#8ab0ff' : '#2257c9',
      colorError: dark ? '#e5534b' : '#c62828',
      colorBgLayout: 'var(--qt-ground)',
      colorBgContainer: dark ? '#181c23' : '#ffffff',
      colorBgElevated: dark ? '#1f242d' : '#ffffff',
      colorText: dark ? '#e4e8ef' : '#1b2230',
      colorTextSecondary: dark ? '#9ca6b6' : '#566072',
      colorTextDescription: dark ? '#9ca6b6' : '#566072',
      colorTextPlaceholder: dark ? '#8a94a5' : '#6b7484',
      colorTextDisabled: dark ? '#7b8595' : '#7a8393',
      colorBorderSecondary: dark ? '#2e3541' : '#e1e5ec',
      fontFamily: 'var(--qt-font)',
      fontSize,
      fontSizeSM: 12,
      fontWeightStrong: 600,
      lineHeight: 1.5,
      borderRadius: 6,
      controlHeight,
      controlOutline: dark ? 'rgb(138 176 255 / 45%)' : 'rgb(34 87 201 / 35%)',
      controlHeightSM: density === 'touch' ? 48 : 24,
      controlHeightLG: Math.max(40, controlHeight),
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      // Without it a list that opens waits out of sight for the end of a movement that never begins.
      motion: !still,
      wireframe: false,
    },
    components: {
      Table: {
        headerBg: 'var(--qt-raised)',
        headerColor: 'var(--qt-text-2)',
        headerSplitColor: 'transparent',
        cellPaddingBlockSM: 0,
        cellPaddingInlineSM: 8,
        borderColor: 'var(--qt-line)',
      },
      Menu: {
        itemHeight: density === 'touch' ? 48 : 34,
        itemMarginBlock: 2,
        itemMarginInline: 6,
        iconMarginInlineEnd: 8,
        itemSelectedColor: 'var(--qt-primary)',
        itemSelectedBg: 'var(--qt-primary-bg)',
        subMenuItemSelectedColor: 'var(--qt-primary)',
        subMenuItemBg: 'transparent',
        activeBarBorderWidth: 0,
      },
      Form: {
        itemMarginBottom: 18,
        verticalLabelPadding: '0 0 4px',
        labelFontSize: 12,
        labelColor: 'var(--qt-text-2)',
      },
      Modal: { titleFontSize: 15 },
      // The ground of a switch that is off, under white words.
      Switch: { colorTextQuaternary: '#6b7484', colorTextTertiary: '#566072' },
      Pagination: { itemSizeSM: density === 'touch' ? 48 : 24 },
    },
  }
}
