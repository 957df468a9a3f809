// The order matters: later files may rely on earlier ones.
import './fonts.css';
import './tokens.css';
import './reset.css';
import './typography.css';
import './page.css';
// Emitted under its own name: the gateway links it in every document.
import './favicon.svg';
import './touch-icon.png?url';
