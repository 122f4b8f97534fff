import { text } from '@qitao/core/text.ts'

/** Change-overs hang on the series: of a bike its family, of what is painted its colour. */
export const series = {
  city: text('城市', 'City'),
  mountain: text('山地', 'Mountain'),
  road: text('公路', 'Road'),
  kids: text('儿童', 'Kids'),
  electric: text('电助力', 'Electric'),
  red: text('红', 'Red'),
  black: text('黑', 'Black'),
  green: text('绿', 'Green'),
  white: text('白', 'White'),
  blue: text('蓝', 'Blue'),
}
