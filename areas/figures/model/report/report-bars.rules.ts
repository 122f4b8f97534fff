import { formatQuantity } from '@qitao/core/quantity.ts'
import type { ReportSeries } from './report-series.rules.ts'

/** A mail is read at a glance: of many periods the last ones. */
export const mostBars = { series: 3, labels: 31 }
const colours = ['#2f6fde', '#0f8f76', '#b7791f']
const below = '#c2403a'
const whole = 100

export const escaped = (words: string): string => words.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** A chart of bars as tables that every mail reader shows: no pictures, which many leave out, and no SVG, which most do. */
export function barsOf({ byTime, labels, series }: ReportSeries, title: string): string {
  const from = byTime ? Math.max(0, labels.length - mostBars.labels) : 0
  const numbers = series.flatMap(({ values }) => values.slice(from).map(value => Math.abs(value ?? 0)))
  const largest = Math.max(...numbers)
  if (!(largest > 0)) return ''
  const legend =
    series.length < 2
      ? ''
      : `<p style="color:#566072;font-size:12px;margin:0 0 6px">${series
          .map(({ name }, at) => `<span style="color:${colours[at % colours.length]}">&#9632;</span> ${escaped(name)}`)
          .join('&nbsp;&nbsp;')}</p>`
  const bar = (value: number | null, at: number): string => {
    const width = Math.round((whole * Math.abs(value ?? 0)) / largest)
    const colour = (value ?? 0) < 0 ? below : colours[at % colours.length]
    const filled =
      width > 0 ? `<td style="width:${width}%;height:9px;background:${colour};font-size:1px">&nbsp;</td>` : ''
    const rest = width < whole ? `<td style="font-size:1px">&nbsp;</td>` : ''
    return `<table role="presentation" style="width:100%;border-collapse:collapse"><tr>${filled}${rest}</tr></table>`
  }
  const lines = labels.slice(from).map((label, index) => {
    const values = series.map(one => one.values[from + index] ?? null)
    return `<tr><td style="padding:3px 12px 3px 0;white-space:nowrap">${escaped(label)}</td><td style="width:260px;padding:3px 0">${values
      .map(bar)
      .join('')}</td><td style="padding:3px 0 3px 12px;text-align:right;white-space:nowrap">${values
      .map(value => (value === null ? '—' : escaped(formatQuantity(String(value)))))
      .join('<br>')}</td></tr>`
  })
  return [
    `<p style="font-size:13px;margin:12px 0 4px">${escaped(title)}</p>${legend}`,
    `<table style="border-collapse:collapse;font-size:12px;margin-bottom:14px"><tbody>${lines.join('')}</tbody></table>`,
  ].join('\n')
}
