import { type Text, text } from '@qitao/core/text.ts'

/** Applications that a company may be authorised for. The lite edition (`mep_lite`) is not built, so nobody has it. */
export interface App {
  readonly app_code: string
  readonly name: Text
}
export const mainApp: App = { app_code: 'mep', name: text('齐套', 'Qitao') }
export const apps: readonly App[] = [mainApp]
