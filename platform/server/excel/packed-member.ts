import type { Member } from '../http/handle.ts'

/** A member as JSON, for the input of a job: it works with the rights that the member had when it was started. */
export interface PackedMember extends Omit<Member, 'pages' | 'grants'> {
  readonly pages: readonly string[]
  readonly grants: readonly { readonly pages: readonly string[]; readonly actions: readonly string[] | null }[]
}
export const packed = (member: Member): PackedMember => ({
  ...member,
  pages: [...member.pages],
  grants: member.grants.map(({ pages, actions }) => ({ pages: [...pages], actions: actions && [...actions] })),
})
export const unpacked = (member: PackedMember): Member => ({
  ...member,
  pages: new Set(member.pages),
  grants: member.grants.map(({ pages, actions }) => ({ pages: new Set(pages), actions: actions && new Set(actions) })),
})
