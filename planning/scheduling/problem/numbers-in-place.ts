/**
 * The same number; where it is whole and small as one that lies in the object it is put into, while a number out of a
 * Float64Array lies beside it: there are many tasks.
 */
export const whole = (number: number): number => {
  const integer = number | 0
  return integer === number ? integer : number
}
