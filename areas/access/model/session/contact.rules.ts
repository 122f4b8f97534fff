/** A phone or an email, by which a person is known beyond one company. */
export interface Contact {
  readonly kind: 'email' | 'phone'
  /** As it is stored and compared. */
  readonly value: string
}

const email = /^[^\s@"'<>,;:\\]+@[^\s@"'<>,;:\\]+\.[^\s@"'<>,;:\\.]{2,}$/
const phone = /^\+?\d{6,15}$/
const longestContact = 100

/** Undefined when it is neither. Emails are compared without capitals, phones without spaces and dashes. */
export function contactOf(typed: string): Contact | undefined {
  const plain = typed.trim()
  if (plain.length > longestContact) return undefined
  if (email.test(plain)) return { kind: 'email', value: plain.toLowerCase() }
  const digits = plain.replace(/[\s()-]/g, '')
  return phone.test(digits) ? { kind: 'phone', value: digits } : undefined
}
