import { useNavigate } from 'react-router'
import '../theme/plain.css'

/** Any path that is not in the table. */
export function NotFound() {
  const navigate = useNavigate()
  return (
    <main className="plain">
      <div className="plain-card">
        <h1>This page does not exist</h1>
        <p>The address may be mistyped, or the page has moved. Nothing was changed.</p>
        <button type="button" className="plain-button" onClick={() => navigate(-1)}>
          Go Back
        </button>
      </div>
    </main>
  )
}
