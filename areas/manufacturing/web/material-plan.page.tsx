export default function MaterialPlanPage() {
  return null
}
