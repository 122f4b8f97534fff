/** Each change out of the last few changes (least squares, slightly pulled to none): what swings goes on to swing. */
const order = 4
const ridge = 0.05

export class Autoregression {
  private readonly gram = new Float64Array(order * order)
  private readonly cross = new Float64Array(order)
  private readonly weight = new Float64Array(order)
  private readonly last = new Float64Array(order)

  static readonly needs = 3 * order + 1

  forecast(values: Float64Array, n: number, horizon: number, out: Float64Array): void {
    this.solve(values, n)
    const { last, weight } = this
    for (let i = 0; i < order; i++) last[i] = values[n - 1 - i]! - values[n - 2 - i]!
    let value = values[n - 1]!
    for (let h = 0; h < horizon; h++) {
      let change = 0
      for (let i = 0; i < order; i++) change += weight[i]! * last[i]!
      last.copyWithin(1, 0, order - 1)
      last[0] = change
      value += change
      out[h] = value
    }
  }

  private solve(values: Float64Array, n: number): void {
    const { gram, cross, weight } = this
    gram.fill(0)
    cross.fill(0)
    for (let t = order + 1; t < n; t++) {
      const change = values[t]! - values[t - 1]!
      for (let i = 0; i < order; i++) {
        const before = values[t - 1 - i]! - values[t - 2 - i]!
        cross[i]! += change * before
        for (let j = 0; j <= i; j++) gram[i * order + j]! += before * (values[t - 1 - j]! - values[t - 2 - j]!)
      }
    }
    for (let i = 0; i < order; i++) {
      gram[i * order + i] = gram[i * order + i]! * (1 + ridge) + 1e-12
      for (let j = i + 1; j < order; j++) gram[i * order + j] = gram[j * order + i]!
    }
    for (let i = 0; i < order; i++) {
      for (let row = i + 1; row < order; row++) {
        const factor = gram[row * order + i]! / gram[i * order + i]!
        for (let c = i; c < order; c++) gram[row * order + c]! -= factor * gram[i * order + c]!
        cross[row]! -= factor * cross[i]!
      }
    }
    for (let i = order - 1; i >= 0; i--) {
      let sum = cross[i]!
      for (let c = i + 1; c < order; c++) sum -= gram[i * order + c]! * weight[c]!
      weight[i] = sum / gram[i * order + i]!
    }
  }
}
