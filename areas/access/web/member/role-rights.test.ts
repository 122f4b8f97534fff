import { expect, test } from 'vitest'
import { changedRights, pagesTicked, type Rights, rightsToSave, toggleAction, withheldOf } from './role-rights.ts'

const pages = [
  { path: '/a', actions: [{ key: 'add' }, { key: 'drop' }] },
  { path: '/b', actions: [{ key: 'drop' }] },
]
const rights: Rights = { pages: new Set(['/a']), withheld: new Set(), data_scope: 40 }

test('nothing withheld is saved as no list, something as the list of what is given', () => {
  expect(rightsToSave(rights, pages)).toEqual({ page_paths: ['/a'], action_keys: null, data_scope: 40 })
  expect(rightsToSave(toggleAction(rights, 'drop', false), pages).action_keys).toEqual(['add'])
  expect(rightsToSave(toggleAction(toggleAction(rights, 'drop', false), 'drop', true), pages).action_keys).toBeNull()
})
test('what is stored is read back as what was ticked', () => {
  const ticked = toggleAction(pagesTicked(rights, ['/b'], true), 'add', false)
  const { action_keys } = rightsToSave(ticked, pages)
  expect(withheldOf(action_keys, pages, ticked.pages)).toEqual(new Set(['add']))
  expect(withheldOf(null, pages, ticked.pages)).toEqual(new Set())
})
test('a change is a change of pages, actions or scope', () => {
  expect(changedRights(rights, { ...rights })).toBe(false)
  expect(changedRights(rights, pagesTicked(rights, ['/b'], true))).toBe(true)
  expect(changedRights(rights, toggleAction(rights, 'add', false))).toBe(true)
  expect(changedRights(rights, { ...rights, data_scope: 10 })).toBe(true)
})
