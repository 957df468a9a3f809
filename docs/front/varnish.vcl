vcl 4.1;

# A cache of documents that the gateway purges: Varnish 7.1 with xkey (Debian 12: varnish, varnish-modules), between the
# front and the gateway: docs/operations.md, "A front". Gateway: CDN_PURGE=http://127.0.0.1:6081/purge and
# TRUST_PROXY=loopback. Front: port 6081. Varnish must not change the compression:
#   varnishd -a 127.0.0.1:6081 -f /etc/varnish/varnish.vcl -s malloc,256m -p http_gzip_support=off

import std;
import xkey;

backend gateway {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 5s;
    .first_byte_timeout = 15s; # longer than RENDER_TIMEOUT
    .between_bytes_timeout = 60s;
}

acl gateways {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.url == "/purge" && req.method == "POST") {
        # Requests of visitors come through the front, which sets this header.
        if (client.ip !~ gateways || req.http.X-Forwarded-Proto) {
            return (synth(403));
        }
        set req.http.purged = xkey.purge(req.http.surrogate-key);
        return (synth(200, req.http.purged + " purged"));
    }
    # A preview is for one visitor; the gateway answers forms.
    if (req.http.cookie ~ "(^|;\s*)(__Host-Http-)?preview(-ask)?=" || (req.method != "GET" && req.method != "HEAD")) {
        return (pass);
    }
    # No other cookie changes a response.
    unset req.http.cookie;
    return (hash);
}

sub vcl_backend_fetch {
    # A form with its file.
    if (bereq.method == "POST") {
        set bereq.first_byte_timeout = 60s;
    }
}

sub vcl_backend_response {
    if (beresp.http.surrogate-key) {
        set beresp.http.xkey = beresp.http.surrogate-key;
    }
    set beresp.grace = 0s;
    set beresp.do_esi = false;
    if (beresp.http.cdn-cache-control ~ "^max-age=\d+$") {
        set beresp.ttl = std.duration(regsub(beresp.http.cdn-cache-control, "^max-age=", "") + "s", 0s);
        return (deliver);
    }
    if (beresp.ttl <= 0s || beresp.http.cache-control ~ "no-store|private") {
        # Hit-for-miss: every request goes to the gateway, and none waits for another.
        set beresp.uncacheable = true;
        set beresp.ttl = 10s;
        return (deliver);
    }
}

sub vcl_deliver {
    set resp.http.x-cache = regsub(obj.hits, "^[1-9].*", "HIT");
    unset resp.http.xkey;
    unset resp.http.surrogate-key;
    unset resp.http.cache-tag;
    unset resp.http.cdn-cache-control;
    unset resp.http.via;
    unset resp.http.x-varnish;
}
