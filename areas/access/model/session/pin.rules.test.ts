import { expect, test } from 'vitest'
import { accessErrors } from '../access.errors.ts'
import { checkPin } from './pin.rules.ts'

const owner = { account: '880412', job_number: '2071', phone: '13800138000' }
const refusal = expect.objectContaining({ definition: accessErrors.pinWeak })

test.each(['705318', '280461', '0000001', '900137254618'])('%s will do', pin =>
  expect(() => checkPin(pin, owner)).not.toThrow(),
)
test.each([
  ['too short', '70531'],
  ['too long', '7053182804619'],
  ['no digits', '70531a'],
  ['digits of another script', '７０５３１８'],
  ['one digit', '777777'],
  ['a pair over and over', '272727'],
  ['a pair over and over, cut off', '2727272'],
  ['three over and over', '274274'],
  ['up', '345678'],
  ['over the ten', '789012'],
  ['down', '654321'],
  ['pairs that count', '112233'],
  ['pairs that count down', '332211'],
  ['triples that count', '111222'],
  ['the account', '880412'],
  ['part of the phone', '138001'],
  ['around the employee number', '992071'],
])('%s: %s is refused', (_, pin) => expect(() => checkPin(pin, owner)).toThrow(refusal))

test('a short number of the member hinders nothing, nor one that there is not', () =>
  expect(() => checkPin('705318', { account: '5', job_number: '31', phone: null })).not.toThrow())
