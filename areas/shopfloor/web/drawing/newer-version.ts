import { text } from '@qitao/core/text.ts'

export const newerVersion = text(
  '计划按此版本发布；现行版本为 {version}，按哪个版本做请问工艺',
  'The plan was published with this version; {version} is valid by now. Ask engineering which to work by',
)
