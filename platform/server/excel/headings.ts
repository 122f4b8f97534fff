import { text } from '@qitao/core/text.ts'

/** Titles of the columns that an error file adds to the imported rows; a corrected file is imported with them. */
export const errorTitle = text('错误说明', 'What is wrong')
export const errorTitles = [errorTitle]
