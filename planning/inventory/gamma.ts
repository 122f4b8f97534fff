/** The gamma distribution: what is asked for in some days is never below nothing and leans to the right, as it does. */

/** Lanczos: within 1e-10 for what is asked here. */
const lanczos = [
  ...[676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406],
  ...[12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7],
]
export function logGamma(z: number): number {
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - logGamma(1 - z)
  const x = z - 1
  let sum = 0.9999999999998099
  for (let i = 0; i < lanczos.length; i++) sum += lanczos[i]! / (x + i + 1)
  const t = x + lanczos.length - 0.5
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum)
}

const mostTerms = 2000
const enough = 1e-12
/** Share below x of shape a and scale 1 (the regularised lower incomplete gamma function). */
export function gammaShare(a: number, x: number): number {
  return x <= 0 ? 0 : shareOf(a, x, frontOf(a, x))
}
/** x to the power of a, by e to the power of x, by gamma of a: what every share begins with. */
const frontOf = (a: number, x: number): number => Math.exp(a * Math.log(x) - x - logGamma(a))
/** Of shape a and of shape a + 1: the second follows from the first. */
export function gammaShares(a: number, x: number): readonly [number, number] {
  if (x <= 0) return [0, 0]
  const front = frontOf(a, x)
  const share = shareOf(a, x, front)
  return [share, Math.max(0, share - front / a)]
}
function shareOf(a: number, x: number, front: number): number {
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < mostTerms && term > enough * sum; n++) {
      term *= x / (a + n)
      sum += term
    }
    return Math.min(1, front * sum)
  }
  // The continued fraction of what is above (Lentz).
  let b = x + 1 - a
  let c = 1e300
  let d = 1 / b
  let h = d
  for (let i = 1; i < mostTerms; i++) {
    const an = -i * (i - a)
    b += 2
    d = 1 / (an * d + b || 1e-300)
    c = b + an / c || 1e-300
    h *= d * c
    if (Math.abs(d * c - 1) < enough) break
  }
  return Math.max(0, 1 - front * h)
}

/** So much is asked for beyond x on average, of a demand with this mean and variance. */
export function expectedShortage(x: number, mean: number, variance: number): number {
  if (x <= 0) return mean - x
  if (variance <= 0) return Math.max(0, mean - x)
  const a = (mean * mean) / variance
  const [share, next] = gammaShares(a, (x * mean) / variance)
  return Math.max(0, mean * (1 - next) - x * (1 - share))
}
