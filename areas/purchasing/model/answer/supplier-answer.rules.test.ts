import { describe, expect, test } from 'vitest'
import {
  type AnswerToDecide,
  acceptedOf,
  answersOf,
  expectOpenAnswer,
  type LineAsOrdered,
} from './supplier-answer.rules.ts'

const today = 100
const line = (more: Partial<LineAsOrdered> = {}): LineAsOrdered => ({
  ...{ id: 'l', line_no: 1, quantity: '10', received_quantity: '0', eta: 200, unit_precision: 0 },
  ...more,
})
const given = (more: object = {}) => ({ line_id: 'l', quantity: '10', eta: 200, ...more })

describe('what a supplier may answer', () => {
  test('as it was ordered needs no decision; another quantity or day does', () => {
    const status = (more: object) => answersOf([given(more)], [line()], today)[0]!.status
    expect(status({})).toBe(1)
    expect(status({ quantity: '10.000' })).toBe(1)
    expect(status({ quantity: '9' })).toBe(0)
    expect(status({ eta: 201 })).toBe(0)
    expect(answersOf([given()], [line({ eta: null })], today)[0]).toMatchObject({ status: 0, asked_eta: null })
  })
  test.each([
    ['a line of another order', given({ line_id: 'other' }), line(), '5010'],
    ['a line that has come', given(), line({ received_quantity: '10' }), '5703'],
    ['finer than the unit', given({ quantity: '9.5' }), line(), '5027'],
    ['no more than has come', given({ quantity: '4' }), line({ received_quantity: '4' }), '5001'],
    ['a day that is over', given({ eta: 99 }), line(), '5001'],
  ])('%s is refused', (_, answer, of, code) => expect(() => answersOf([answer], [of], today)).toThrow(code))
  test('each line that is open is answered, and no other needs to be', () => {
    const other = line({ id: 'other', line_no: 2 })
    expect(() => answersOf([given()], [line(), other], today)).toThrow('5001')
    expect(answersOf([given()], [line(), { ...other, received_quantity: '10' }], today)).toHaveLength(1)
  })
  test('a line is answered once', () => {
    expect(() => answersOf([given(), given({ quantity: '9' })], [line()], today)).toThrow('5010')
  })
})

const answer = (more: Partial<AnswerToDecide> = {}): AnswerToDecide => ({
  ...{ id: 'a', line_id: 'l', line_no: 1, status: 0, outdated: false, quantity: '8', eta: 300 },
  ...{ ordered_quantity: '10', ordered_eta: 200, received_quantity: '0', price: '2.5', announced_quantity: '0' },
  ...more,
})
describe('what an accepted answer changes', () => {
  test('the day, the quantity and its amount, each where it is another', () => {
    expect(acceptedOf([answer()], {})).toEqual({
      moves: [{ id: 'l', eta: 300 }],
      quantities: [{ id: 'l', quantity: '8', amount: '20' }],
    })
    expect(acceptedOf([answer({ quantity: '10' })], {}).quantities).toEqual([])
    expect(acceptedOf([answer({ eta: 200, price: null })], {})).toEqual({
      moves: [],
      quantities: [{ id: 'l', quantity: '8', amount: null }],
    })
  })
  test.each([
    ['as much has come since', answer({ received_quantity: '8' }), {}, '5909'],
    ['arrivals announce more', answer({ announced_quantity: '9' }), {}, '5909'],
    ['more than was approved', answer({ quantity: '11' }), { approval_status: 2 }, '5703'],
  ])('%s: refused', (_, one, order, code) => expect(() => acceptedOf([one], order)).toThrow(code))
  test('more than was ordered, where nothing was approved', () => {
    expect(acceptedOf([answer({ quantity: '11' })], { approval_status: null }).quantities[0]!.quantity).toBe('11')
  })
})
test('an answer is decided once; one whose line has changed may only be declined', () => {
  expect(() => expectOpenAnswer(answer({ status: 2 }), 'decline')).toThrow('5024')
  expect(() => expectOpenAnswer(answer({ outdated: true }), 'accept')).toThrow('5023')
  expect(() => expectOpenAnswer(answer({ outdated: true }), 'decline')).not.toThrow()
})
