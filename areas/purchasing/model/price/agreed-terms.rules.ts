/** What a line has by what is agreed with its supplier, and what stood there for it: as long as that is so, nobody has typed another. */
export interface AgreedLine {
  /** Of a line that is stored: its price and tax are left as somebody left them, until it becomes a line of other goods. */
  readonly id?: string | undefined
  readonly price?: string | null
  readonly matched_price?: string | null
  /** What it costs when nothing is agreed, in the currency of the company; absent: as its material says. */
  readonly usual_price?: string | null
  readonly tax_rate?: string | null
  readonly matched_tax?: string | null
  /** Where lines have a supplier each: in which currency he is paid; null until it is known. */
  readonly currency?: string | null
  readonly eta?: number | null
  readonly matched_eta?: number | null
  /** When it comes when nothing is agreed. Absent: days of arrival are not proposed. */
  readonly usual_eta?: number | null
}
interface Agreed {
  readonly currency: string
  readonly matched: {
    readonly price: string
    readonly lead_days: number | null
    readonly tax_rate: string | null
  } | null
  /** What its material costs in this currency when nothing is agreed. */
  readonly usual_price: string | null
}

/** A line whose material was chosen: its price and tax are those of these goods where nobody has typed any. */
export const withOtherGoods = <L extends AgreedLine>(line: L): L => ({
  ...line,
  matched_price: line.matched_price ?? null,
})

/** The line with the supplier's price, currency and day of arrival, each where nobody has typed another; itself when nothing changes. */
export function withAgreed<L extends AgreedLine>(
  line: L,
  { currency, matched, usual_price }: Agreed,
  {
    company_currency,
    arrivalAfter,
  }: { company_currency: string | null | undefined; arrivalAfter: (days: number) => number },
): L {
  const { price = null, matched_price = null, tax_rate = null, matched_tax = null, eta, matched_eta, usual_eta } = line
  const fills = line.id === undefined || line.matched_price !== undefined
  let next = line
  const agreedPrice = matched?.price ?? (currency === company_currency ? line.usual_price : null) ?? usual_price
  if (fills && (price ?? '') === (matched_price ?? '') && agreedPrice !== price)
    next = { ...next, price: agreedPrice, matched_price: agreedPrice }
  const agreedTax = matched?.tax_rate ?? null
  if (fills && (tax_rate ?? '') === (matched_tax ?? '') && agreedTax !== tax_rate)
    next = { ...next, tax_rate: agreedTax, matched_tax: agreedTax }
  if (line.currency !== undefined && line.currency !== currency) next = { ...next, currency }
  if (usual_eta !== undefined && eta === matched_eta) {
    const days = matched?.lead_days ?? null
    const agreedEta = days === null ? usual_eta : arrivalAfter(days)
    if (agreedEta !== eta) next = { ...next, eta: agreedEta, matched_eta: agreedEta }
  }
  return next
}
