import { expect, test } from 'vitest'
import { type Aql, aqls, codeLetter, inspectionLevels, planForLot, type Severity, samplingPlan } from './iso-2859-1.ts'

/** Table 1 as it is printed: lots from, and the letters for S-1 to S-4, I, II, III. */
const table1 = `2 A A A A A A B
9 A A A A A B C
16 A A B B B C D
26 A B B C C D E
51 B B C C C E F
91 B B C D D F G
151 B C D E E G H
281 B C D E F H J
501 C C E F G J K
1201 C D E G H K L
3201 C D F G J L M
10001 C D F H K M N
35001 D E G J L N P
150001 D E G J M P Q
500001 D E H K N Q R`

test('every cell of table 1, from the first lot of a row to the last', () => {
  const rows = table1.split('\n').map(row => row.split(' '))
  rows.forEach(([from, ...letters], index) => {
    const last = Number(rows[index + 1]?.[0] ?? 10_000_001) - 1
    letters.forEach((letter, column) => {
      const level = inspectionLevels[column]!
      expect([codeLetter(Number(from), level), codeLetter(last, level)], `${from} ${level}`).toEqual([letter, letter])
    })
  })
})

/** Tables 2-A to 2-C, arrows followed: letter and acceptance number of the plan that is used, for AQL 0.010 to 10. */
const published: Readonly<Record<Severity, string>> = {
  normal: `A Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 B0 A0 C1
B Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 B0 A0 C1
C Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 B0 D1 C1
D Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 E1 D1 D2
E Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 F1 E1 E2 E3
F Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 G1 F1 F2 F3 F5
G Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 H1 G1 G2 G3 G5 G7
H Q0 P0 N0 M0 L0 K0 J0 H0 G0 J1 H1 H2 H3 H5 H7 H10
J Q0 P0 N0 M0 L0 K0 J0 H0 K1 J1 J2 J3 J5 J7 J10 J14
K Q0 P0 N0 M0 L0 K0 J0 L1 K1 K2 K3 K5 K7 K10 K14 K21
L Q0 P0 N0 M0 L0 K0 M1 L1 L2 L3 L5 L7 L10 L14 L21 K21
M Q0 P0 N0 M0 L0 N1 M1 M2 M3 M5 M7 M10 M14 M21 L21 K21
N Q0 P0 N0 M0 P1 N1 N2 N3 N5 N7 N10 N14 N21 M21 L21 K21
P Q0 P0 N0 Q1 P1 P2 P3 P5 P7 P10 P14 P21 N21 M21 L21 K21
Q Q0 P0 R1 Q1 Q2 Q3 Q5 Q7 Q10 Q14 Q21 P21 N21 M21 L21 K21
R Q0 P0 R1 R2 R3 R5 R7 R10 R14 R21 Q21 P21 N21 M21 L21 K21`,
  tightened: `A R0 Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 B0 A0
B R0 Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 B0 D1
C R0 Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 E1 D1
D R0 Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 F1 E1 D1
E R0 Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 G1 F1 E1 E2
F R0 Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 H1 G1 F1 F2 F3
G R0 Q0 P0 N0 M0 L0 K0 J0 H0 G0 J1 H1 G1 G2 G3 G5
H R0 Q0 P0 N0 M0 L0 K0 J0 H0 K1 J1 H1 H2 H3 H5 H8
J R0 Q0 P0 N0 M0 L0 K0 J0 L1 K1 J1 J2 J3 J5 J8 J12
K R0 Q0 P0 N0 M0 L0 K0 M1 L1 K1 K2 K3 K5 K8 K12 K18
L R0 Q0 P0 N0 M0 L0 N1 M1 L1 L2 L3 L5 L8 L12 L18 K18
M R0 Q0 P0 N0 M0 P1 N1 M1 M2 M3 M5 M8 M12 M18 L18 K18
N R0 Q0 P0 N0 Q1 P1 N1 N2 N3 N5 N8 N12 N18 M18 L18 K18
P R0 Q0 P0 R1 Q1 P1 P2 P3 P5 P8 P12 P18 N18 M18 L18 K18
Q R0 Q0 S1 R1 Q1 Q2 Q3 Q5 Q8 Q12 Q18 P18 N18 M18 L18 K18
R R0 Q0 S1 R1 R2 R3 R5 R8 R12 R18 Q18 P18 N18 M18 L18 K18`,
  reduced: `A Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 B0 A0 D1
B Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 B0 A0 D1
C Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 B0 E1 D1
D Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 C0 F1 E1 D1
E Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 D0 G1 F1 E1 E2
F Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 E0 H1 G1 F1 F2 F3
G Q0 P0 N0 M0 L0 K0 J0 H0 G0 F0 J1 H1 G1 G2 G3 G5
H Q0 P0 N0 M0 L0 K0 J0 H0 G0 K1 J1 H1 H2 H3 H5 H6
J Q0 P0 N0 M0 L0 K0 J0 H0 L1 K1 J1 J2 J3 J5 J6 J8
K Q0 P0 N0 M0 L0 K0 J0 M1 L1 K1 K2 K3 K5 K6 K8 K10
L Q0 P0 N0 M0 L0 K0 N1 M1 L1 L2 L3 L5 L6 L8 L10 K10
M Q0 P0 N0 M0 L0 P1 N1 M1 M2 M3 M5 M6 M8 M10 L10 K10
N Q0 P0 N0 M0 Q1 P1 N1 N2 N3 N5 N6 N8 N10 M10 L10 K10
P Q0 P0 N0 R1 Q1 P1 P2 P3 P5 P6 P8 P10 N10 M10 L10 K10
Q Q0 P0 N0 R1 Q1 Q2 Q3 Q5 Q6 Q8 Q10 P10 N10 M10 L10 K10
R Q0 P0 N0 R1 R2 R3 R5 R6 R8 R10 Q10 P10 N10 M10 L10 K10`,
}
const sizes = 'A2 B3 C5 D8 E13 F20 G32 H50 J80 K125 L200 M315 N500 P800 Q1250 R2000 S3150'
const reducedSizes = 'A2 B2 C2 D3 E5 F8 G13 H20 J32 K50 L80 M125 N200 P315 Q500 R800'
const asMap = (list: string) => new Map(list.split(' ').map(one => [one[0]!, Number(one.slice(1))]))

test.each(Object.keys(published) as Severity[])('every cell of the table for %s inspection', severity => {
  const of = asMap(severity === 'reduced' ? reducedSizes : sizes)
  const cells = published[severity].split('\n').flatMap(row => {
    const [letter, ...plans] = row.split(' ')
    expect(plans).toHaveLength(aqls.length)
    return plans.map((plan, column) => [letter!, aqls[column]!, plan] as const)
  })
  expect(cells).toHaveLength(256)
  const read = (letter: string, aql: Aql) => {
    const { letter: used, accept_number, reject_number, sample_size } = samplingPlan(letter, aql, severity)
    return [`${used}${accept_number}`, sample_size, reject_number]
  }
  for (const [letter, aql, plan] of cells)
    expect(read(letter, aql), `${letter} ${aql}`).toEqual([plan, of.get(plan[0]!), Number(plan.slice(1)) + 1])
})

test('a lot that is smaller than its sample is inspected as a whole', () => {
  const of = { level: 'II', aql: 0.65, severity: 'normal' } as const
  expect(planForLot(8, of)).toMatchObject({ letter: 'F', sample_size: 8, accept_number: 0, reject_number: 1 })
  expect(planForLot(1_000, { ...of, aql: 1 })).toMatchObject({ letter: 'J', sample_size: 80, accept_number: 2 })
})
